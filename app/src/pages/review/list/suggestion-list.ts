import type { SuggestionFilter, SuggestionItem } from "../../../../../src/review/api.ts";
import type { PostQueue } from "../../../api/post-queue.ts";
import type { ReviewApi } from "../../../api/review-api.ts";
import { SparseList } from "../../../list/sparse-list.ts";
import type { Store } from "../../../store.ts";
import { errorNote, type ReviewSnapshot } from "../review-snapshot.ts";
import type { ShownSentence } from "../suggestion/shown-sentence.ts";
import { keeps } from "./filter.ts";

interface Parts {
  readonly api: ReviewApi;
  readonly store: Store<ReviewSnapshot>;
  readonly posts: PostQueue;
  readonly known: Map<number, SuggestionItem>;
  readonly sentence: ShownSentence;
}

const page = 200;
/** How many rows beyond the visible ones are fetched ahead, for fast reviewers. */
const ahead = 60;

/** The list of suggestions, and which of them is shown. */
export class SuggestionList {
  readonly #parts: Parts;
  readonly #store: Store<ReviewSnapshot>;
  /** Counts changes of positions: an answer to a request from before a change is discarded. */
  #shape = 0;
  #wanted = { first: 0, end: 30 };
  #isStale = true;
  #isFetching = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#store = parts.store;
  }

  setFilter(change: Partial<SuggestionFilter>): void {
    this.#shape++;
    this.#wanted = { first: 0, end: 30 };
    const { filter, visit } = this.#store.now;
    this.#store.set({
      filter: { ...filter, ...change },
      cursor: 0,
      visit: visit + 1,
      current: undefined,
      isPinned: false,
      draft: undefined,
    });
    this.refresh();
  }

  /** Fetches these rows, if they are not known yet. */
  want(first: number, end: number): void {
    this.#wanted = { first, end };
    this.#fill();
  }

  /** Fetches the visible rows again; the current suggestion stays. */
  refresh(): void {
    this.#shape++;
    this.#isStale = true;
    this.#fill();
  }

  select(position: number): void {
    const { list, visit } = this.#store.now;
    const cursor = Math.max(0, Math.min(position, list.total - 1));
    const current = list.at(cursor);
    this.#store.set({ cursor, visit: visit + 1, current, isPinned: false, draft: undefined });
    if (cursor < this.#wanted.first || cursor >= this.#wanted.end)
      this.want(Math.max(0, cursor - 10), cursor + 30);
    else this.#fill();
    this.#parts.sentence.show();
  }

  /** Shows a suggestion that may not be in the list. */
  show(suggestion: SuggestionItem): void {
    const at = this.#store.now.list.find(({ id }) => id === suggestion.id);
    if (at >= 0) {
      this.select(at);
      return;
    }
    this.#store.set({ current: suggestion, isPinned: true, draft: undefined });
    this.#parts.sentence.show();
  }

  /** Moves by some rows. If the current suggestion has left the list, the next is the one that took its place. */
  step(by: number): void {
    const { cursor, isPinned } = this.#store.now;
    this.select(cursor + (isPinned && by > 0 ? by - 1 : by));
  }

  /** Updates the row of a decided suggestion; false: it left the list, because the filter excludes it. */
  update(position: number, decided: SuggestionItem): boolean {
    const { list, filter } = this.#store.now;
    this.#shape++;
    const stays = keeps(filter, decided.status);
    this.#store.set({ list: stays ? list.replace(position, decided) : list.remove(position) });
    return stays;
  }

  async #fill(): Promise<void> {
    if (this.#isFetching) return;
    this.#isFetching = true;
    try {
      while (await this.#fetchOnce());
    } catch (error) {
      this.#store.set({ note: errorNote(error) });
    } finally {
      this.#isFetching = false;
    }
  }

  /** Fetches one range of rows; false when nothing is missing. */
  async #fetchOnce(): Promise<boolean> {
    const { api, posts, known } = this.#parts;
    // Otherwise decisions that are not answered yet would seem undone.
    await posts.empty();
    const { first } = this.#wanted;
    const end = this.#wanted.end + ahead;
    const isFresh = this.#isStale;
    const from = Math.max(0, Math.min(first, end - page));
    const stretch = isFresh
      ? { from, count: Math.max(page, end - from) }
      : this.#store.now.list.missing(first, end, page);
    if (stretch === undefined) return false;
    const shape = this.#shape;
    const found = await api.suggestions(this.#store.now.filter, stretch.from, Math.min(500, stretch.count));
    if (shape !== this.#shape) return true;
    const { list } = this.#store.now;
    if (!isFresh && (found.total !== list.total || found.items.length === 0)) {
      // Somebody else changed the list meanwhile: positions cannot be trusted.
      this.#isStale = true;
      return true;
    }
    this.#isStale = false;
    for (const item of found.items) known.set(item.id, item);
    const base = isFresh ? new SparseList<SuggestionItem>(found.total) : list;
    this.#store.set({ list: base.with(stretch.from, found.items, found.total), isListed: true });
    this.#settle();
    // If the list has shrunk below the visible range, there is nothing more to fetch.
    return !isFresh || stretch.from < found.total;
  }

  /** Finds the current suggestion in a changed list, or shows the one at the cursor. */
  #settle(): void {
    const { list, current, cursor } = this.#store.now;
    const at = current === undefined ? -1 : list.find(({ id }) => id === current.id);
    if (at >= 0) this.#store.set({ cursor: at, current: list.at(at), isPinned: false });
    else if (current === undefined) {
      const nearest = Math.max(0, Math.min(cursor, list.total - 1));
      this.#store.set({ cursor: nearest, current: list.at(nearest) });
    } else if (list.at(cursor) !== undefined || list.total === 0) this.#store.set({ isPinned: true });
    if (this.#store.now.current !== current) this.#parts.sentence.show();
  }
}
