/**
 * A long list of which only the fetched parts are known. Immutable, so that what is
 * drawn can be compared by identity.
 */
export class SparseList<T> {
  readonly total: number;
  readonly #items: ReadonlyMap<number, T>;

  constructor(total: number, items: ReadonlyMap<number, T> = new Map()) {
    this.total = total;
    this.#items = items;
  }

  at(position: number): T | undefined {
    return this.#items.get(position);
  }

  /** The position of the first known item that fits, or −1. */
  find(fits: (item: T) => boolean): number {
    for (const [position, item] of this.#items) if (fits(item)) return position;
    return -1;
  }

  /** With what was fetched from a position on. */
  with(from: number, fetched: readonly T[], total: number): SparseList<T> {
    const items = new Map([...this.#items].filter(([position]) => position < total));
    for (const [i, item] of fetched.entries()) items.set(from + i, item);
    return new SparseList(total, items);
  }

  /** With another item at a position. */
  replace(position: number, item: T): SparseList<T> {
    return new SparseList(this.total, new Map(this.#items).set(position, item));
  }

  /** Without the item at a position: what came after it moves up. */
  remove(position: number): SparseList<T> {
    const items = new Map<number, T>();
    for (const [at, item] of this.#items) if (at !== position) items.set(at > position ? at - 1 : at, item);
    return new SparseList(this.total - 1, items);
  }

  /** With an item put in at a position: what is there moves down. */
  insert(position: number, item: T): SparseList<T> {
    const items = new Map<number, T>([[position, item]]);
    for (const [at, other] of this.#items) items.set(at >= position ? at + 1 : at, other);
    return new SparseList(this.total + 1, items);
  }

  /** The stretch to fetch so that `[first, end)` is known: a page at least. Undefined if it is known already. */
  missing(first: number, end: number, page: number): { from: number; count: number } | undefined {
    const last = Math.min(end, this.total);
    let [low, high] = [-1, -1];
    for (let position = Math.max(0, first); position < last; position++) {
      if (this.#items.has(position)) continue;
      if (low < 0) low = position;
      high = position;
    }
    if (low < 0) return undefined;
    const count = Math.max(page, high + 1 - low);
    // Scrolling up, the page ends where the known begins; otherwise it begins where the known ends.
    const isAbove = this.#items.has(high + 1) && !this.#items.has(low - 1);
    const from = isAbove ? Math.max(0, high + 1 - count) : low;
    return { from, count: Math.min(count, this.total - from) };
  }
}
