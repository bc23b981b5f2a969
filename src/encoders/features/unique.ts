/**
 * The distinct items of a batch, in order of first use, and for each use which of them it is: what is computed
 * for a word is computed once per batch, however often the word occurs.
 */
export function unique<T>(batch: readonly (readonly T[])[]): {
  readonly items: T[];
  readonly uses: Int32Array;
} {
  const places = new Map<T, number>();
  const uses = new Int32Array(batch.reduce((sum, list) => sum + list.length, 0));
  let at = 0;
  for (const list of batch) {
    for (const item of list) {
      let place = places.get(item);
      if (place === undefined) {
        place = places.size;
        places.set(item, place);
      }
      uses[at++] = place;
    }
  }
  return { items: [...places.keys()], uses };
}
