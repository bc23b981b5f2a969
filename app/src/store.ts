import { useEffect, useState } from "preact/hooks";

/** Holds what is shown and tells who listens when it changes. What it holds is replaced, never changed in place. */
export class Store<S extends object> {
  #now: S;
  readonly #listeners = new Set<() => void>();

  constructor(first: S) {
    this.#now = first;
  }

  get now(): S {
    return this.#now;
  }

  set(change: Partial<S>): void {
    this.#now = { ...this.#now, ...change };
    for (const listener of this.#listeners) listener();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** What a store holds, kept up to date while the component is shown. */
export function useStore<S extends object>(store: Store<S>): S {
  const [now, setNow] = useState(store.now);
  useEffect(() => {
    setNow(store.now);
    return store.subscribe(() => setNow(store.now));
  }, [store]);
  return now;
}
