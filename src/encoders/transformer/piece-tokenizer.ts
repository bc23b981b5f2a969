/**
 * Cuts a single word into the pieces a transformer knows. Words are cut one by one, so that which piece
 * belongs to which word is never in doubt.
 */
export interface PieceTokenizer {
  /** What stands before and after the pieces of each window: `[CLS]` and `[SEP]`. */
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** One more than the largest id. */
  readonly vocabulary: number;
  /** The ids of a word's pieces; none for a word of which nothing is left, such as a zero-width space. */
  pieces(word: string): readonly number[];
}
