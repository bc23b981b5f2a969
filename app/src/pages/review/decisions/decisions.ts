import type { Entity, Standing, Status, SuggestionItem, UndoAnswer } from "../../../../../src/review/api.ts";
import { type BoundaryMove, moveBoundary, shiftSpan } from "../../../sentence/boundaries.ts";
import { keeps } from "../list/filter.ts";
import { ListStore } from "../list/suggestion-list.ts";
import type { Note } from "../review-snapshot.ts";
import { type Draft, isChange, proposed } from "../suggestion/draft.ts";
import { count, quoted } from "../words.ts";

/** What the reviewer does. Decisions show at once and are sent in order; what the server refuses is taken back. */
export class ReviewStore extends ListStore {
  #pending = 0;
  /** Where suggestions stood when they left the list, for when they come back. */
  readonly #places = new Map<number, number>();

  async start(): Promise<void> {
    try {
      const state = await this.api.state();
      this.set({ state, user: this.now.user === "" ? state.user : this.now.user });
    } catch (error) {
      this.fail(error);
    }
    this.refresh();
  }

  setUser(user: string): void {
    this.set({ user });
  }

  say(note: Note | undefined): void {
    this.set({ note });
  }

  setConnected(isConnected: boolean): void {
    this.set({ isConnected });
  }

  /** Changes what accepting would label: the type, the words, or both. */
  edit(change: Partial<Entity>): void {
    const { current, draft } = this.now;
    if (current === undefined) return;
    const entity = { ...proposed(current, draft), ...change };
    if (draft?.kind === "add") {
      this.set({ draft: { kind: "add", ...entity } });
      return;
    }
    this.set({ draft: isChange(current, entity) ? { kind: "change", ...entity } : undefined });
  }

  move(boundary: BoundaryMove): void {
    const { current, draft, sentence } = this.now;
    if (current === undefined) return;
    // Whoever is faster than the sentence is taken at their word; the server knows how long it is.
    const words = sentence?.tokens.length ?? Number.POSITIVE_INFINITY;
    this.edit(moveBoundary(proposed(current, draft), boundary, words));
  }

  /** Begins a new entity, after the suggestion or at the words that were marked. */
  add(span?: { start: number; end: number }): void {
    const { current, sentence, draft } = this.now;
    if (current === undefined || sentence === undefined) return;
    const { end, label } = proposed(current, draft);
    const start = Math.min(end, sentence.tokens.length - 1);
    this.set({ draft: { kind: "add", label, ...(span ?? { start, end: start + 1 }) } });
  }

  shift(by: number): void {
    const { draft, sentence } = this.now;
    if (draft?.kind === "add" && sentence !== undefined)
      this.set({ draft: shiftSpan<Draft>(draft, by, sentence.tokens.length) });
  }

  cancel(): void {
    this.set({ draft: undefined, note: undefined });
  }

  accept(): void {
    const { current, draft } = this.now;
    if (current === undefined) return;
    if (draft?.kind === "add") {
      this.#addEntity(draft);
      return;
    }
    const entity = proposed(current, draft);
    this.#decide(isChange(current, entity) ? "changed" : "accepted", entity);
  }

  reject(): void {
    if (this.now.draft?.kind === "add") {
      this.cancel();
      return;
    }
    const { current } = this.now;
    if (current !== undefined) this.#decide("rejected", current);
  }

  reopen(): void {
    const { current } = this.now;
    if (current !== undefined && current.status !== "open") this.#decide("open", current);
  }

  #decide(status: Status, { start, end, label }: Entity): void {
    const { current, draft, user, state } = this.now;
    if (current === undefined) return;
    if (status === current.status && draft === undefined) {
      this.step(1);
      return;
    }
    const at = new Date().toISOString();
    const { decision: _, ...undecided } = current;
    const decided: SuggestionItem =
      status === "open"
        ? { ...undecided, status }
        : { ...undecided, status, decision: { status, start, end, label, who: user, at } };
    const place = this.now.cursor;
    if (state !== undefined) {
      const counts = { ...state.counts };
      counts[current.status]--;
      counts[status]++;
      this.set({ state: { ...state, counts } });
    }
    const what = {
      open: "Opened",
      accepted: "Accepted",
      rejected: "Rejected",
      changed: "Changed and accepted",
    };
    const words = quoted(this.#textOf(decided, { start, end }));
    this.say({ kind: "done", canUndo: true, text: `${what[status]} ${words} as ${label}` });
    const action = ({ open: "reopen", accepted: "accept", rejected: "reject", changed: "change" } as const)[
      status
    ];
    const change = status === "changed" ? { start, end, label } : {};
    this.#post(
      () => this.api.decide({ suggestion: current.id, action, who: user, ...change }),
      () => {
        this.known.set(current.id, current);
        this.set({ cursor: place });
        this.show(current);
      },
    );
    this.sentences.forget(current.sentence);
    this.#leave(decided);
  }

  #textOf(suggestion: SuggestionItem, span: { start: number; end: number }): string {
    const { sentence } = this.now;
    if (sentence === undefined || !isChange(suggestion, { ...span, label: suggestion.label }))
      return suggestion.text;
    return sentence.tokens.slice(span.start, span.end).join(" ");
  }

  /** What was decided stays in its row or leaves the list, and the next is shown. */
  #leave(decided: SuggestionItem): void {
    const { list, filter, cursor, isPinned } = this.now;
    this.known.set(decided.id, decided);
    if (isPinned) {
      this.select(cursor);
      return;
    }
    this.shape++;
    if (keeps(filter, decided.status)) {
      this.set({ list: list.replace(cursor, decided) });
      this.select(cursor + 1);
      return;
    }
    this.#places.set(decided.id, cursor);
    this.set({ list: list.remove(cursor) });
    this.select(cursor);
  }

  /** Decides all open suggestions with the words and the type of this one. */
  async decideAll(action: "accept" | "reject"): Promise<void> {
    const { current, user, filter, cursor } = this.now;
    if (current === undefined) return;
    const { text: surface, label } = current;
    const answer = await this.#post(() => this.api.decideAll({ surface, label, action, who: user }));
    if (answer === undefined) return;
    this.sentences.clear();
    const status = action === "accept" ? "accepted" : "rejected";
    for (const { id } of answer.items) {
      const one = this.known.get(id);
      if (one !== undefined) this.known.set(id, { ...one, status });
    }
    const verb = action === "accept" ? "Accepted" : "Rejected";
    const text = `${verb} ${count(answer.items.length)} × ${quoted(surface)} as ${label}`;
    this.say({ kind: "done", canUndo: true, text });
    if (!keeps(filter, status)) this.set({ current: undefined, cursor });
    this.refresh();
  }

  async undo(): Promise<void> {
    const answer = await this.#post(() => this.api.undo(this.now.user));
    if (answer === undefined) return;
    if (answer.undone === null) {
      this.say({ kind: "news", text: "Nothing of yours to undo" });
      return;
    }
    this.sentences.clear();
    this.#comeBack(answer.undone);
  }

  #comeBack({ action, items }: NonNullable<UndoAnswer["undone"]>): void {
    for (const item of items) this.known.set(item.id, item);
    const [item] = items;
    const many = items.length > 1 ? ` on ${count(items.length)} suggestions` : "";
    const what = items.length === 1 ? `: ${quoted(item!.text)} is ${item!.status} again` : many;
    this.say({ kind: "done", text: `Undid “${action}”${what}` });
    if (item !== undefined) {
      const place = this.#places.get(item.id) ?? this.now.cursor;
      const visit = this.now.visit + 1;
      this.set({ cursor: place, visit, current: item, isPinned: true, draft: undefined });
    }
    this.refresh();
    this.showSentence();
  }

  async #addEntity({ start, end, label }: Entity): Promise<void> {
    const { current, user } = this.now;
    const { sentence } = current!;
    this.set({ draft: undefined });
    const answer = await this.#post(() => this.api.addEntity({ sentence, start, end, label, who: user }));
    if (answer === undefined) return;
    this.say({ kind: "done", canUndo: true, text: `Added an entity as ${label}` });
    this.#changed(sentence);
  }

  async removeEntity({ start, end, label }: Entity): Promise<void> {
    const { current, user } = this.now;
    if (current === undefined) return;
    const { sentence } = current;
    const answer = await this.#post(() => this.api.removeEntity({ sentence, start, end, label, who: user }));
    if (answer === undefined) return;
    this.say({ kind: "done", canUndo: true, text: `Removed the label ${label}` });
    this.#changed(sentence);
  }

  #changed(sentence: number): void {
    this.sentences.forget(sentence);
    if (this.now.current?.sentence === sentence) this.showSentence();
  }

  /** Sends a decision after those before it. Undefined, and taken back, if the server does not take it. */
  #post<T extends Standing>(ask: () => Promise<T>, takeBack?: () => void): Promise<T | undefined> {
    this.#pending++;
    const answer = this.posts.then(ask).then(
      (value) => {
        this.#pending--;
        this.stand(value);
        return value;
      },
      (error: unknown) => {
        this.#pending--;
        takeBack?.();
        this.fail(error);
        this.start();
        return undefined;
      },
    );
    this.posts = answer;
    return answer;
  }

  /** Takes over counts and precision, unless decisions on their way will change them again. */
  protected stand({ counts, precision }: Standing): void {
    const { state } = this.now;
    if (state === undefined || this.#pending > 0) return;
    this.set({ state: { ...state, counts, precision } });
  }
}
