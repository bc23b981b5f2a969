/** What stands at the same place in lists of the same length. */
export function zip<T extends unknown[]>(...lists: { readonly [K in keyof T]: ArrayLike<T[K]> }): T[];
export function zip(...lists: ArrayLike<unknown>[]): unknown[][] {
  const [length = 0, ...others] = lists.map((list) => list.length);
  if (others.some((other) => other !== length)) {
    throw new Error(`lists of ${[length, ...others].join(" and ")} do not belong together`);
  }
  return Array.from({ length }, (_, i) => lists.map((list) => list[i]));
}
