import type { Node } from "../graph/index.ts";
import { add, logSumExp, maskedLogSumExp, sub } from "../graph/index.ts";

/**
 * `−log Σ p(y)` over the classes that each item may have: cross-entropy where only a set is known, as `partialCrfLoss`
 * is for whole sentences.
 *
 * @param scores `[items, classes]`, before the softmax
 * @param allowed `[items, classes]` bool, with at least one class for each item
 * @param logWeights `[items, classes]`: log q, how much each class counts in the sum, as in `weightedPartialCrfLoss`;
 *   default: all alike
 * @returns `[items]`
 */
export function partialCrossEntropy(scores: Node, allowed: Node, logWeights?: Node): Node {
  const weighted = logWeights === undefined ? scores : add(scores, logWeights);
  return sub(logSumExp(scores), maskedLogSumExp(weighted, allowed));
}
