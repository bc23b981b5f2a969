import type { BuildContext, Node } from "../../graph/index.ts";
import { add, concat, dense, dimAt, reshape, slice } from "../../graph/index.ts";

/**
 * The score of a break before each word: a new chunk begins there.
 *
 *     z_i = wᵀ (h_{i−1} ⊕ h_i) + b          [AUTONER, tie or break]
 *
 * The words of a batch stand one after another: before the first word of a sentence there is always a break, and its
 * number here, which looks at another sentence, must not be read.
 *
 * @param words `["words", dim]`
 * @returns `["words"]`
 */
export function breakScores(context: BuildContext, words: Node): Node {
  const count = dimAt(words.shape, 0);
  const before = dense(context, "head.before", words, 1);
  const shifted = slice(concat([slice(before, 0, 0, 1), before], 0), 0, 0, count);
  return reshape(add(shifted, dense(context, "head.after", words, 1)), [count]);
}
