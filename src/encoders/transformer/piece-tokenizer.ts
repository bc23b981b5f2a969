/**
 * Splits a word into the pieces a transformer knows. Words are split one by one, so that each piece belongs to
 * exactly one word.
 */
export interface PieceTokenizer {
  /** The special pieces around each window: `[CLS]` and `[SEP]`. */
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** One more than the largest id. */
  readonly vocabulary: number;
  /** The ids of a word's pieces; none for a word that normalisation empties, such as a zero-width space. */
  pieces(word: string): readonly number[];
}
