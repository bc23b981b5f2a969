/** The entry of a list at a place that must exist. */
export function entryAt<T>(list: ArrayLike<T>, place: number): T {
  const entry = list[place];
  if (entry === undefined) throw new Error(`there is no entry ${place} in a list of ${list.length}`);
  return entry;
}

/** The entries of a list at some places, which must exist. */
export function entriesAt<T>(list: ArrayLike<T>, places: readonly number[]): T[] {
  return places.map((place) => entryAt(list, place));
}

/** The entry of a record under a name that must exist. */
export function entryOf<T>(record: Readonly<Record<string, T>>, name: string): T {
  const entry = Object.hasOwn(record, name) ? record[name] : undefined;
  if (entry === undefined) {
    throw new Error(`there is no "${name}", only ${Object.keys(record).join(", ") || "nothing"}`);
  }
  return entry;
}

/** What stands at the same place in lists of the same length. */
export function zip<T extends unknown[]>(...lists: { readonly [K in keyof T]: ArrayLike<T[K]> }): T[];
export function zip(...lists: ArrayLike<unknown>[]): unknown[][] {
  const [length = 0, ...others] = lists.map((list) => list.length);
  if (others.some((other) => other !== length)) {
    throw new Error(`lists of ${[length, ...others].join(" and ")} do not belong together`);
  }
  const rows: unknown[][] = [];
  for (let i = 0; i < length; i++) rows.push(lists.map((list) => list[i]));
  return rows;
}
