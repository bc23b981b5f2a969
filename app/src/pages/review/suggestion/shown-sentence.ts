import type { SuggestionItem } from "../../../../../src/review/api.ts";
import type { PostQueue } from "../../../api/post-queue.ts";
import type { ReviewApi } from "../../../api/review-api.ts";
import type { Store } from "../../../store.ts";
import { errorNote, type ReviewSnapshot } from "../review-snapshot.ts";
import { SentenceCache } from "./sentence-cache.ts";

interface Parts {
  readonly api: ReviewApi;
  readonly store: Store<ReviewSnapshot>;
  readonly posts: PostQueue;
  readonly known: Map<number, SuggestionItem>;
}

/** The sentence of the current suggestion, with the other suggestions in it. */
export class ShownSentence {
  readonly #parts: Parts;
  readonly #cache: SentenceCache;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#cache = new SentenceCache(async (n) => {
      await parts.posts.empty();
      return parts.api.sentence(n);
    });
  }

  /** Fetches the sentence of the current suggestion, its other open suggestions, and the sentences of the next rows. */
  async show(): Promise<void> {
    const { api, store, known } = this.#parts;
    const { current, list, cursor } = store.now;
    if (current === undefined) {
      store.set({ sentence: undefined, others: [] });
      return;
    }
    const isSame = () => store.now.current?.id === current.id;
    const here = this.#cache.peek(current.sentence);
    if (here === undefined || here !== store.now.sentence)
      store.set({ sentence: here, others: this.#othersKnown(here?.suggestions ?? [], current.id) });
    try {
      const sentence = await this.#cache.get(current.sentence);
      if (!isSame()) return;
      store.set({ sentence, others: this.#othersKnown(sentence.suggestions, current.id) });
      const unknown = sentence.suggestions.filter((id) => !known.has(id)).slice(0, 12);
      for (const found of await Promise.all(unknown.map((id) => api.suggestion(id))))
        if (!known.has(found.id)) known.set(found.id, found);
      if (!isSame()) return;
      if (unknown.length > 0) store.set({ others: this.#othersKnown(sentence.suggestions, current.id) });
      for (const next of [list.at(cursor + 1), list.at(cursor + 2)])
        if (next !== undefined) this.#cache.get(next.sentence).catch(() => undefined);
    } catch (error) {
      if (isSame()) store.set({ note: errorNote(error) });
    }
  }

  /** Call it when the labels of a sentence have changed: it is fetched again, at once if it is shown. */
  changed(sentence: number): void {
    this.forget(sentence);
    if (this.#parts.store.now.current?.sentence === sentence) this.show();
  }

  forget(sentence: number): void {
    this.#cache.forget(sentence);
  }

  forgetAll(): void {
    this.#cache.clear();
  }

  #othersKnown(ids: readonly number[], except: number): SuggestionItem[] {
    return ids.flatMap((id) => {
      const one = this.#parts.known.get(id);
      return one !== undefined && id !== except && one.status === "open" ? [one] : [];
    });
  }
}
