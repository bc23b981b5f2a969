/** The state of a `Random`, small enough to store in a checkpoint. */
export type RandomState = readonly [number, number, number, number];

/**
 * The one source of randomness: a seeded xoshiro128** generator. The same seed
 * gives the same numbers on every machine; nothing in the project calls `Math.random`.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #d: number;

  constructor(seed: number | RandomState) {
    if (typeof seed === "number") {
      if (!Number.isSafeInteger(seed)) throw new RangeError(`seed must be a whole number, got ${seed}`);
      // splitmix32 over both halves of the seed, so that similar seeds give unrelated streams.
      const next = splitMix32(seed | 0, Math.floor(seed / 0x1_0000_0000) | 0);
      [this.#a, this.#b, this.#c, this.#d] = [next(), next(), next(), next()];
    } else {
      [this.#a, this.#b, this.#c, this.#d] = seed;
    }
    if ((this.#a | this.#b | this.#c | this.#d) === 0) this.#a = 1;
  }

  /** A whole number, uniform over 0 … 2³² − 1. */
  uint32(): number {
    const scrambled = Math.imul(rotate(Math.imul(this.#b, 5), 7), 9);
    const shifted = this.#b << 9;
    this.#c ^= this.#a;
    this.#d ^= this.#b;
    this.#b ^= this.#c;
    this.#a ^= this.#d;
    this.#c ^= shifted;
    this.#d = rotate(this.#d, 11);
    return scrambled >>> 0;
  }

  /** A number in [0, 1), with 53 random bits. */
  uniform(): number {
    return ((this.uint32() >>> 5) * 0x400_0000 + (this.uint32() >>> 6)) / 0x20_0000_0000_0000;
  }

  /** A whole number in [0, limit), without the bias of a plain remainder. */
  below(limit: number): number {
    if (!(limit >= 1 && limit <= 0x1_0000_0000)) throw new RangeError(`below(${limit}) is empty or too wide`);
    const rest = 0x1_0000_0000 % limit;
    let drawn = this.uint32();
    while (drawn < rest) drawn = this.uint32();
    return drawn % limit;
  }

  /** A standard normal number (Box–Muller, the cosine half). */
  normal(): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.uniform()));
    return radius * Math.cos(2 * Math.PI * this.uniform());
  }

  /** One item of a non-empty list. */
  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  /** A shuffled copy (Fisher–Yates). */
  shuffled<T>(items: readonly T[]): T[] {
    const copy = [...items];
    for (let i = copy.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [copy[i], copy[j]] = [copy[j]!, copy[i]!];
    }
    return copy;
  }

  /** An independent generator, seeded by this one's next number and a name, so that one part of the work does not affect another. */
  fork(name: string): Random {
    let hash = this.uint32();
    for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x0100_0193);
    return new Random(hash >>> 0);
  }

  /** The state from which `new Random(state)` continues exactly here. */
  state(): RandomState {
    return [this.#a, this.#b, this.#c, this.#d];
  }
}

function rotate(x: number, by: number): number {
  return (x << by) | (x >>> (32 - by));
}

function splitMix32(low: number, high: number): () => number {
  let state = low ^ Math.imul(high, 0x9e37_79b9);
  return () => {
    state = (state + 0x9e37_79b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0_aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a_2d97);
    return mixed ^ (mixed >>> 15);
  };
}
