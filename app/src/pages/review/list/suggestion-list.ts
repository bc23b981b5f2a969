import type { SuggestionFilter, SuggestionItem } from "../../../../../src/review/api.ts";
import type { ReviewApi } from "../../../api/review-api.ts";
import { SparseList } from "../../../list/sparse-list.ts";
import { Store } from "../../../store.ts";
import type { ReviewSnapshot } from "../review-snapshot.ts";
import { SentenceCache } from "../suggestion/sentence-cache.ts";
import { firstFilter } from "./filter.ts";

const page = 200;
/** How many rows beyond those in sight are fetched ahead, so that quick fingers find something to decide. */
const ahead = 60;

/** The list of suggestions, which of them is shown, and its sentence: everything but deciding. */
export class ListStore extends Store<ReviewSnapshot> {
  protected readonly api: ReviewApi;
  protected readonly sentences: SentenceCache;
  /** Every suggestion seen, as it is now: tells news from echoes of one's own decisions. */
  protected readonly known = new Map<number, SuggestionItem>();
  /** Decisions on their way. What is fetched waits for them, or it would show what was before. */
  protected posts: Promise<unknown> = Promise.resolve();
  /** Counts changes of positions: what was asked for before one is of no use after it. */
  protected shape = 0;
  #wanted = { first: 0, end: 30 };
  #isStale = true;
  #isFetching = false;

  constructor(api: ReviewApi, user: string) {
    super({
      user,
      state: undefined,
      filter: firstFilter,
      list: new SparseList(0),
      isListed: false,
      cursor: 0,
      visit: 0,
      current: undefined,
      isPinned: false,
      draft: undefined,
      sentence: undefined,
      others: [],
      note: undefined,
      isConnected: true,
    });
    this.api = api;
    this.sentences = new SentenceCache(async (n) => {
      await this.#allPosted();
      return this.api.sentence(n);
    });
  }

  setFilter(change: Partial<SuggestionFilter>): void {
    this.shape++;
    this.#wanted = { first: 0, end: 30 };
    this.set({
      filter: { ...this.now.filter, ...change },
      cursor: 0,
      visit: this.now.visit + 1,
      current: undefined,
      isPinned: false,
      draft: undefined,
    });
    this.refresh();
  }

  /** Sees to it that these rows are known, sooner or later. */
  want(first: number, end: number): void {
    this.#wanted = { first, end };
    this.#fill();
  }

  /** Fetches what is in sight anew; the suggestion that is shown stays. */
  refresh(): void {
    this.shape++;
    this.#isStale = true;
    this.#fill();
  }

  select(position: number): void {
    const { list, visit } = this.now;
    const cursor = Math.max(0, Math.min(position, list.total - 1));
    this.set({ cursor, visit: visit + 1, current: list.at(cursor), isPinned: false, draft: undefined });
    if (cursor < this.#wanted.first || cursor >= this.#wanted.end)
      this.want(Math.max(0, cursor - 10), cursor + 30);
    else this.#fill();
    this.showSentence();
  }

  /** Shows a suggestion that may not be in the list. */
  show(suggestion: SuggestionItem): void {
    const at = this.now.list.find(({ id }) => id === suggestion.id);
    if (at >= 0) {
      this.select(at);
      return;
    }
    this.set({ current: suggestion, isPinned: true, draft: undefined });
    this.showSentence();
  }

  /** To the next or an earlier row. One that has left the list is followed by what took its place. */
  step(by: number): void {
    const { cursor, isPinned } = this.now;
    this.select(cursor + (isPinned && by > 0 ? by - 1 : by));
  }

  /** Waits until no decision is on its way, those made while waiting included: what is fetched then is up to date. */
  async #allPosted(): Promise<void> {
    for (let last: unknown; last !== this.posts; ) {
      last = this.posts;
      await last;
    }
  }

  async #fill(): Promise<void> {
    if (this.#isFetching) return;
    this.#isFetching = true;
    try {
      while (await this.#fetchOnce());
    } catch (error) {
      this.fail(error);
    } finally {
      this.#isFetching = false;
    }
  }

  /** Fetches one stretch; false when nothing is missing. */
  async #fetchOnce(): Promise<boolean> {
    await this.#allPosted();
    const { first } = this.#wanted;
    const end = this.#wanted.end + ahead;
    const isFresh = this.#isStale;
    const from = Math.max(0, Math.min(first, end - page));
    const stretch = isFresh
      ? { from, count: Math.max(page, end - from) }
      : this.now.list.missing(first, end, page);
    if (stretch === undefined) return false;
    const shape = this.shape;
    const found = await this.api.suggestions(this.now.filter, stretch.from, Math.min(500, stretch.count));
    if (shape !== this.shape) return true;
    if (!isFresh && (found.total !== this.now.list.total || found.items.length === 0)) {
      // Somebody else changed the list meanwhile: positions cannot be trusted.
      this.#isStale = true;
      return true;
    }
    this.#isStale = false;
    for (const item of found.items) this.known.set(item.id, item);
    const base = isFresh ? new SparseList<SuggestionItem>(found.total) : this.now.list;
    this.set({ list: base.with(stretch.from, found.items, found.total), isListed: true });
    this.#settle();
    // A list that shrank below what is in sight has nothing more to give there.
    return !isFresh || stretch.from < found.total;
  }

  /** Finds the suggestion that is shown in a list that has changed, or shows the one at the cursor. */
  #settle(): void {
    const { list, current, cursor } = this.now;
    const at = current === undefined ? -1 : list.find(({ id }) => id === current.id);
    if (at >= 0) this.set({ cursor: at, current: list.at(at), isPinned: false });
    else if (current === undefined) {
      const nearest = Math.max(0, Math.min(cursor, list.total - 1));
      this.set({ cursor: nearest, current: list.at(nearest) });
    } else if (list.at(cursor) !== undefined || list.total === 0) this.set({ isPinned: true });
    if (this.now.current !== current) this.showSentence();
  }

  /** Fetches the sentence of what is shown, with its other open suggestions, and those of the next rows. */
  protected async showSentence(): Promise<void> {
    const { current, list, cursor } = this.now;
    if (current === undefined) {
      this.set({ sentence: undefined, others: [] });
      return;
    }
    const isSame = () => this.now.current?.id === current.id;
    const here = this.sentences.peek(current.sentence);
    if (here === undefined || here !== this.now.sentence)
      this.set({ sentence: here, others: this.#othersKnown(here?.suggestions, current.id) });
    try {
      const sentence = await this.sentences.get(current.sentence);
      if (!isSame()) return;
      this.set({ sentence, others: this.#othersKnown(sentence.suggestions, current.id) });
      const unknown = sentence.suggestions.filter((id) => !this.known.has(id)).slice(0, 12);
      for (const found of await Promise.all(unknown.map((id) => this.api.suggestion(id))))
        if (!this.known.has(found.id)) this.known.set(found.id, found);
      if (!isSame()) return;
      if (unknown.length > 0) this.set({ others: this.#othersKnown(sentence.suggestions, current.id) });
      for (const next of [list.at(cursor + 1), list.at(cursor + 2)])
        if (next !== undefined) this.sentences.get(next.sentence).catch(() => undefined);
    } catch (error) {
      if (isSame()) this.fail(error);
    }
  }

  #othersKnown(ids: readonly number[] | undefined, except: number): SuggestionItem[] {
    return (ids ?? []).flatMap((id) => {
      const one = this.known.get(id);
      return one !== undefined && id !== except && one.status === "open" ? [one] : [];
    });
  }

  /** Says what went wrong, where the reviewer sees it. */
  protected fail(error: unknown): void {
    const { message, hint } = error as { message: string; hint?: string };
    const text = hint === undefined ? message : `${message} (${hint})`;
    this.set({ note: { kind: "error", text: text[0]!.toUpperCase() + text.slice(1) } });
  }
}
