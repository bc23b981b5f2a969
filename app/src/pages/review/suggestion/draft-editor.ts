import type { Entity, Span } from "../../../../../src/review/api.ts";
import { type BoundaryMove, moveBoundary, shiftSpan } from "../../../sentence/boundaries.ts";
import type { Store } from "../../../store.ts";
import type { ReviewSnapshot } from "../review-snapshot.ts";
import { type Draft, isChange, proposed } from "./draft.ts";

/** Edits the proposed entity before it is decided. Nothing is sent. */
export class DraftEditor {
  readonly #store: Store<ReviewSnapshot>;

  constructor(store: Store<ReviewSnapshot>) {
    this.#store = store;
  }

  /** Changes the type, the words, or both. */
  edit(change: Partial<Entity>): void {
    const { current, draft } = this.#store.now;
    if (current === undefined) return;
    const entity = { ...proposed(current, draft), ...change };
    if (draft?.kind === "add") {
      this.#store.set({ draft: { kind: "add", ...entity } });
      return;
    }
    this.#store.set({ draft: isChange(current, entity) ? { kind: "change", ...entity } : undefined });
  }

  /** Moves one boundary by a word. */
  move(boundary: BoundaryMove): void {
    const { current, draft, sentence } = this.#store.now;
    if (current === undefined) return;
    // If the sentence is not loaded yet, anything goes; the server checks its length.
    const words = sentence?.tokens.length ?? Number.POSITIVE_INFINITY;
    this.edit(moveBoundary(proposed(current, draft), boundary, words));
  }

  /** Starts a new entity, after the suggestion or at the marked words. */
  add(span?: Span): void {
    const { current, sentence, draft } = this.#store.now;
    if (current === undefined || sentence === undefined) return;
    const { end, label } = proposed(current, draft);
    const start = Math.min(end, sentence.tokens.length - 1);
    this.#store.set({ draft: { kind: "add", label, ...(span ?? { start, end: start + 1 }) } });
  }

  /** Moves a new entity by words. */
  shift(by: number): void {
    const { draft, sentence } = this.#store.now;
    if (draft?.kind === "add" && sentence !== undefined)
      this.#store.set({ draft: shiftSpan<Draft>(draft, by, sentence.tokens.length) });
  }

  cancel(): void {
    this.#store.set({ draft: undefined, note: undefined });
  }
}
