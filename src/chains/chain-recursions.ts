/** Forward and backward sums of a sentence. Valid until the next call of the function that returned them. */
export interface ChainRecursions {
  /** `log Σ_y exp(score(y))`. */
  readonly logPartition: number;
  /** The log of the sum over all paths to a word's tag, its own score included. */
  alpha(word: number, tag: number): number;
  /** The log of the sum over all paths from a word's tag to the end, its own score excluded. */
  beta(word: number, tag: number): number;
}

/**
 * Runs forward and backward over a sentence.
 *
 * @param emissions `[words, tags]`, −Infinity for tags that are not allowed; at least one word
 */
export type RunRecursions<R = ChainRecursions> = (emissions: Float64Array, words: number) => R;
