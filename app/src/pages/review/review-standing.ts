import type { Standing } from "../../../../src/review/api.ts";
import type { PostQueue } from "../../api/post-queue.ts";
import type { ReviewApi } from "../../api/review-api.ts";
import type { Store } from "../../store.ts";
import type { SuggestionList } from "./list/suggestion-list.ts";
import { errorNote, type ReviewSnapshot } from "./review-snapshot.ts";

interface Parts {
  readonly api: ReviewApi;
  readonly store: Store<ReviewSnapshot>;
  readonly posts: PostQueue;
  readonly list: SuggestionList;
}

/** The state of the review: fetched as a whole, and kept up to date by answers and events. */
export class ReviewStanding {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Fetches the state, then the list. */
  async load(): Promise<void> {
    const { api, store, list } = this.#parts;
    try {
      const state = await api.state();
      store.set({ state, user: store.now.user === "" ? state.user : store.now.user });
    } catch (error) {
      store.set({ note: errorNote(error) });
    }
    list.refresh();
  }

  /** Updates counts and precision, unless pending decisions will change them again. */
  update({ counts, precision }: Standing): void {
    const { store, posts } = this.#parts;
    const { state } = store.now;
    if (state !== undefined && !posts.isBusy) store.set({ state: { ...state, counts, precision } });
  }
}
