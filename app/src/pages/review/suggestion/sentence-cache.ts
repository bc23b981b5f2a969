import type { SentenceView } from "../../../../../src/review/api.ts";

const most = 400;

/** An LRU cache of sentences. */
export class SentenceCache {
  readonly #asked = new Map<number, Promise<SentenceView>>();
  readonly #known = new Map<number, SentenceView>();
  readonly #fetch: (n: number) => Promise<SentenceView>;

  constructor(fetch: (n: number) => Promise<SentenceView>) {
    this.#fetch = fetch;
  }

  /** A sentence, if it is in the cache. */
  peek(n: number): SentenceView | undefined {
    return this.#known.get(n);
  }

  get(n: number): Promise<SentenceView> {
    const asked = this.#asked.get(n) ?? this.#ask(n);
    this.#asked.delete(n);
    this.#asked.set(n, asked);
    if (this.#asked.size > most) this.forget(this.#asked.keys().next().value!);
    return asked;
  }

  #ask(n: number): Promise<SentenceView> {
    const asked = this.#fetch(n);
    asked.then(
      (view) => this.#asked.get(n) === asked && this.#known.set(n, view),
      // If it failed, the next call tries again.
      () => this.#asked.get(n) === asked && this.#asked.delete(n),
    );
    return asked;
  }

  forget(n: number): void {
    this.#asked.delete(n);
    this.#known.delete(n);
  }

  clear(): void {
    this.#asked.clear();
    this.#known.clear();
  }
}
