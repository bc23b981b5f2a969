/** The sums over all ways to a word and from it: what probabilities are made of. Good until the next call of what made it. */
export interface ChainRecursions {
  /** `log Σ_y exp(score(y))`. */
  readonly logPartition: number;
  /** The logarithm of the sum over all ways to a word's tag, its own score included. */
  alpha(word: number, tag: number): number;
  /** The logarithm of the sum over all ways from a word's tag to the end, its own score left out. */
  beta(word: number, tag: number): number;
}

/**
 * Runs forward and backward over a sentence.
 *
 * @param emissions `[words, tags]`, −Infinity for tags that are not allowed; at least one word
 */
export type RunRecursions<R = ChainRecursions> = (emissions: Float64Array, words: number) => R;
