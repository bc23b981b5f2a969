import type { Node } from "../graph/index.ts";

/**
 * The scores of a batch of tag sequences, as a conditional random field has them:
 *
 *     score(y) = start[y₀] + Σᵢ emissions[i, yᵢ] + Σ_{i≥1} transitions[yᵢ₋₁, yᵢ] + end[y_last]
 *
 * Forbidden transitions get a large negative number such as −10000, not −Infinity.
 */
export interface LinearChain {
  /** `[batch, words, tags]` */
  readonly emissions: Node;
  /** `[from, to]` */
  readonly transitions: Node;
  /** `[tags]` */
  readonly start?: Node | undefined;
  /** `[tags]` */
  readonly end?: Node | undefined;
  /** `[batch, words]`, 1 for words and 0 for padding, which comes after the words. Every sentence has a word. */
  readonly mask?: Node | undefined;
  /**
   * `[batch, words]`, 1 for words about which nothing is to be learned: their emission and the
   * transition into them (`start` for the first word) are dropped. The transition out of them and `end` stay.
   */
  readonly removed?: Node | undefined;
}
