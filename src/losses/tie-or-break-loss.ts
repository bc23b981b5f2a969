import type { Node } from "../graph/index.ts";
import { abs, add, exp, log, mul, neg, relu, sub } from "../graph/index.ts";
import { weightedMean } from "./weighted-mean.ts";

/**
 * Whether a new chunk begins at each word, as binary cross-entropy over the gaps of which that is known: their mean.
 *
 *     L = − mean_{i: y_i known} ( y_i log p_i + (1 − y_i) log(1 − p_i) ),   p_i = σ(z_i),   y_i = 1 for a break
 *                                                                                          [AUTONER, tie or break]
 *
 * Computed from z, as max(z, 0) − z y + log(1 + e^{−|z|}), which neither overflows nor loses what is nearly sure.
 *
 * @param scores `[words]`: z, of a break before each word
 * @param breaks `[words]`: y
 * @param known `[words]`: 1 where y is known, 0 elsewhere
 * @returns a scalar; 0 where nothing is known
 */
export function tieOrBreakLoss(scores: Node, breaks: Node, known: Node): Node {
  const softened = log(add(exp(neg(abs(scores))), 1));
  return weightedMean(add(sub(relu(scores), mul(scores, breaks)), softened), known);
}
