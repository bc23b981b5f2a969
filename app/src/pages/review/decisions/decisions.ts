import { formatNumber } from "../../../../../src/format.ts";
import type {
  Entity,
  Span,
  Standing,
  Status,
  SuggestionItem,
  UndoAnswer,
} from "../../../../../src/review/api.ts";
import type { PostQueue } from "../../../api/post-queue.ts";
import type { ReviewApi } from "../../../api/review-api.ts";
import type { Store } from "../../../store.ts";
import { keeps } from "../list/filter.ts";
import type { SuggestionList } from "../list/suggestion-list.ts";
import { errorNote, type ReviewSnapshot } from "../review-snapshot.ts";
import type { ReviewStanding } from "../review-standing.ts";
import { isChange, proposed } from "../suggestion/draft.ts";
import type { ShownSentence } from "../suggestion/shown-sentence.ts";
import { quoted } from "../words.ts";

interface Parts {
  readonly api: ReviewApi;
  readonly store: Store<ReviewSnapshot>;
  readonly posts: PostQueue;
  readonly known: Map<number, SuggestionItem>;
  readonly sentence: ShownSentence;
  readonly list: SuggestionList;
  readonly standing: ReviewStanding;
}

const actions = { open: "reopen", accepted: "accept", rejected: "reject", changed: "change" } as const;

const said: Readonly<Record<Status, string>> = {
  open: "Reopened",
  accepted: "Accepted",
  rejected: "Rejected",
  changed: "Changed and accepted",
};

/** What Accept, Reject, Undo and the others do. A decision shows at once and is sent in order; what the server refuses is taken back. */
export class Decisions {
  readonly #parts: Parts;
  readonly #store: Store<ReviewSnapshot>;
  /** Positions of suggestions that left the list, for undo. */
  readonly #places = new Map<number, number>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#store = parts.store;
  }

  /** Accepts the current suggestion, with the changes made to it; or adds the entity being placed. */
  accept(): void {
    const { current, draft } = this.#store.now;
    if (current === undefined) return;
    if (draft?.kind === "add") {
      this.#addEntity(draft);
      return;
    }
    const entity = proposed(current, draft);
    this.#decide(isChange(current, entity) ? "changed" : "accepted", entity);
  }

  /** Rejects the current suggestion; or drops the entity being placed. */
  reject(): void {
    const { current, draft } = this.#store.now;
    if (draft?.kind === "add") this.#store.set({ draft: undefined, note: undefined });
    else if (current !== undefined) this.#decide("rejected", current);
  }

  reopen(): void {
    const { current } = this.#store.now;
    if (current !== undefined && current.status !== "open") this.#decide("open", current);
  }

  /** Decides all open suggestions with the same words and type as the current one. */
  async decideAll(action: "accept" | "reject"): Promise<void> {
    const { api, known, sentence, list } = this.#parts;
    const { current, user, filter, cursor } = this.#store.now;
    if (current === undefined) return;
    const { text: surface, label } = current;
    const answer = await this.#post(() => api.decideAll({ surface, label, action, who: user }));
    if (answer === undefined) return;
    sentence.forgetAll();
    const status = action === "accept" ? "accepted" : "rejected";
    for (const { id } of answer.items) {
      const one = known.get(id);
      if (one !== undefined) known.set(id, { ...one, status });
    }
    this.#sayDone(`${said[status]} ${formatNumber(answer.items.length)} × ${quoted(surface)} as ${label}`);
    if (!keeps(filter, status)) this.#store.set({ current: undefined, cursor });
    list.refresh();
  }

  async undo(): Promise<void> {
    const { api, sentence } = this.#parts;
    const answer = await this.#post(() => api.undo(this.#store.now.user));
    if (answer === undefined) return;
    if (answer.undone === null) {
      this.#store.set({ note: { kind: "news", text: "You have nothing to undo" } });
      return;
    }
    sentence.forgetAll();
    this.#comeBack(answer.undone);
  }

  async removeEntity({ start, end, label }: Entity): Promise<void> {
    const { api, sentence: shown } = this.#parts;
    const { current, user } = this.#store.now;
    if (current === undefined) return;
    const { sentence } = current;
    const answer = await this.#post(() => api.removeEntity({ sentence, start, end, label, who: user }));
    if (answer === undefined) return;
    this.#sayDone(`Removed the label ${label}`);
    shown.changed(sentence);
  }

  async #addEntity({ start, end, label }: Entity): Promise<void> {
    const { api, sentence: shown } = this.#parts;
    const { current, user } = this.#store.now;
    const { sentence } = current!;
    this.#store.set({ draft: undefined });
    const answer = await this.#post(() => api.addEntity({ sentence, start, end, label, who: user }));
    if (answer === undefined) return;
    this.#sayDone(`Added an entity as ${label}`);
    shown.changed(sentence);
  }

  #decide(status: Status, { start, end, label }: Entity): void {
    const { api, known, sentence, list } = this.#parts;
    const { current, draft, user, state, cursor } = this.#store.now;
    if (current === undefined) return;
    if (status === current.status && draft === undefined) {
      list.step(1);
      return;
    }
    const at = new Date().toISOString();
    const { decision: _, ...undecided } = current;
    const decided: SuggestionItem =
      status === "open"
        ? { ...undecided, status }
        : { ...undecided, status, decision: { status, start, end, label, who: user, at } };
    if (state !== undefined) {
      const counts = { ...state.counts };
      counts[current.status]--;
      counts[status]++;
      this.#store.set({ state: { ...state, counts } });
    }
    this.#sayDone(`${said[status]} ${quoted(this.#textOf(decided, { start, end }))} as ${label}`);
    const change = status === "changed" ? { start, end, label } : {};
    this.#post(
      () =>
        api.decide({
          suggestion: current.id,
          action: actions[status],
          seen: current.status,
          who: user,
          ...change,
        }),
      () => {
        known.set(current.id, current);
        this.#store.set({ cursor });
        list.show(current);
        // Somebody else may have decided it.
        list.refresh();
      },
    );
    sentence.forget(current.sentence);
    this.#leave(decided);
  }

  #textOf(suggestion: SuggestionItem, span: Span): string {
    const { sentence } = this.#store.now;
    if (sentence === undefined || !isChange(suggestion, { ...span, label: suggestion.label }))
      return suggestion.text;
    return sentence.tokens.slice(span.start, span.end).join(" ");
  }

  /** A decided suggestion stays in its row or leaves the list, and the next one is shown. */
  #leave(decided: SuggestionItem): void {
    const { known, list } = this.#parts;
    const { cursor, isPinned } = this.#store.now;
    known.set(decided.id, decided);
    if (isPinned) {
      list.select(cursor);
      return;
    }
    const stays = list.update(cursor, decided);
    if (!stays) this.#places.set(decided.id, cursor);
    list.select(stays ? cursor + 1 : cursor);
  }

  #comeBack({ action, items }: NonNullable<UndoAnswer["undone"]>): void {
    const { known, sentence, list } = this.#parts;
    for (const item of items) known.set(item.id, item);
    const [item] = items;
    const many = items.length > 1 ? ` on ${formatNumber(items.length)} suggestions` : "";
    const what = items.length === 1 ? `: ${quoted(item!.text)} is ${item!.status} again` : many;
    this.#store.set({ note: { kind: "done", text: `Undid “${action}”${what}` } });
    if (item !== undefined) {
      const { cursor, visit } = this.#store.now;
      const place = this.#places.get(item.id) ?? cursor;
      this.#store.set({ cursor: place, visit: visit + 1, current: item, isPinned: true, draft: undefined });
    }
    list.refresh();
    sentence.show();
  }

  #sayDone(text: string): void {
    this.#store.set({ note: { kind: "done", canUndo: true, text } });
  }

  /** Sends a decision after those before it. If the server refuses it, it is taken back and the result is undefined. */
  #post<T extends Standing>(post: () => Promise<T>, takeBack?: () => void): Promise<T | undefined> {
    const { posts, standing } = this.#parts;
    return posts.send(post, {
      onDone: (answer) => standing.update(answer),
      onFailed: (error) => {
        takeBack?.();
        this.#store.set({ note: errorNote(error) });
        standing.load();
      },
    });
  }
}
