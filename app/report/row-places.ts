/**
 * Where rows of one height lie, some of which are open and so higher by what `extras` says (position → pixels). Only
 * the rows in sight are in the page; this says which those are.
 */
export class RowPlaces {
  readonly #count: number;
  readonly #height: number;
  readonly #extras: readonly (readonly [position: number, pixels: number])[];

  constructor(count: number, height: number, extras: Iterable<readonly [position: number, pixels: number]>) {
    this.#count = count;
    this.#height = height;
    this.#extras = [...extras].sort(([a], [b]) => a - b);
  }

  /** How far below the top of the list a row begins. */
  top(position: number): number {
    let top = position * this.#height;
    for (const [open, extra] of this.#extras) if (open < position) top += extra;
    return top;
  }

  /** The row at a distance from the top of the list, or the nearest one. */
  at(distance: number): number {
    let [low, high] = [0, Math.max(0, this.#count - 1)];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.top(middle) <= distance) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The rows between two distances from the top of the list: `[first, end)`. */
  between(from: number, to: number): readonly [first: number, end: number] {
    return this.#count === 0 ? [0, 0] : [this.at(from), this.at(to) + 1];
  }
}
