/** Vectors of words, read from a file. */
export interface WordVectors {
  readonly dim: number;
  readonly words: readonly string[];
  /** `[words, dim]` */
  readonly values: Float32Array;
  /** Rows of the file that were read, whether kept or not. */
  readonly read: number;
  /** Kept words that occur again; their first row counts. */
  readonly duplicates: number;
}

/** Collects the vectors that are kept while a file is read. */
export class VectorRows {
  readonly dim: number;
  readonly #isNeeded: (word: string) => boolean;
  readonly #places = new Map<string, number>();
  #values: Float32Array;
  #read = 0;
  #duplicates = 0;
  readonly #most: number;

  /** `most` is how many are kept, at most. */
  constructor(dim: number, isNeeded: (word: string) => boolean, most = Infinity) {
    this.dim = dim;
    this.#isNeeded = isNeeded;
    this.#most = most;
    this.#values = new Float32Array(64 * dim);
  }

  /** Rows so far, kept or not. */
  get read(): number {
    return this.#read;
  }

  /** Whether no more are kept, so that the rest of a file need not be read. */
  get isFull(): boolean {
    return this.#places.size >= this.#most;
  }

  /** Where to write the vector of the next word; undefined if the word is not kept. */
  next(word: string): Float32Array | undefined {
    this.#read++;
    if (!this.#isNeeded(word)) return undefined;
    if (this.#places.has(word)) {
      this.#duplicates++;
      return undefined;
    }
    const start = this.#places.size * this.dim;
    this.#places.set(word, this.#places.size);
    if (start + this.dim > this.#values.length) {
      const larger = new Float32Array(2 * this.#values.length);
      larger.set(this.#values);
      this.#values = larger;
    }
    return this.#values.subarray(start, start + this.dim);
  }

  finish(): WordVectors {
    return {
      dim: this.dim,
      words: [...this.#places.keys()],
      values: this.#values.slice(0, this.#places.size * this.dim),
      read: this.#read,
      duplicates: this.#duplicates,
    };
  }
}
