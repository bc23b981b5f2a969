/** Where states are kept, by key. What `has` says is there can be read, until the store is closed. */
export interface StateStore {
  has(key: string): boolean;
  read(key: string): Uint8Array;
  write(key: string, bytes: Uint8Array): void;
  /** Finds what other processes have written in the meantime. */
  refresh(): void;
  close(): void;
}

/** States in memory, for one run. */
export function memoryStates(): StateStore {
  const kept = new Map<string, Uint8Array>();
  return {
    has: (key) => kept.has(key),
    read(key) {
      const found = kept.get(key);
      if (found === undefined) throw new Error("the states of a sentence are read before they are computed");
      return found;
    },
    write: (key, bytes) => void kept.set(key, bytes),
    refresh: () => {},
    close: () => kept.clear(),
  };
}
