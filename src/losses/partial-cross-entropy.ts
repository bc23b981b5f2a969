import type { Node } from "../graph/index.ts";
import { logSumExp, maskedLogSumExp, sub } from "../graph/index.ts";

/**
 * `−log Σ p(y)` over the classes that each item may have: cross-entropy where only a set is known, as `partialCrfLoss`
 * is for whole sentences.
 *
 * @param scores `[items, classes]`, before the softmax
 * @param allowed `[items, classes]` bool, with at least one class for each item
 * @returns `[items]`
 */
export function partialCrossEntropy(scores: Node, allowed: Node): Node {
  return sub(logSumExp(scores), maskedLogSumExp(scores, allowed));
}
