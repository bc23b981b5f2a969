import { useEffect, useState } from "preact/hooks";

/** Holds the state of a page and notifies listeners of changes. The state is replaced, never changed in place. */
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

/** The state of a store, kept up to date while the component is mounted. */
export function useStore<S extends object>(store: Store<S>): S {
  const [now, setNow] = useState(store.now);
  useEffect(() => {
    setNow(store.now);
    return store.subscribe(() => setNow(store.now));
  }, [store]);
  return now;
}
