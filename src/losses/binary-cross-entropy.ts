import type { Node } from "../graph/index.ts";
import { abs, add, exp, log, mul, neg, relu, sub } from "../graph/index.ts";
import { weightedMean } from "./weighted-mean.ts";

/**
 * Binary cross-entropy over the items of which the answer is known: their mean.
 *
 *     L = − mean_{i known} ( y_i log p_i + (1 − y_i) log(1 − p_i) ),   p_i = σ(z_i)
 *
 * Computed from z, as max(z, 0) − z y + log(1 + e^{−|z|}), which neither overflows nor loses what is nearly sure.
 *
 * @param scores `[n]`: z
 * @param answers `[n]`: y, 1 for yes
 * @param known `[n]`: 1 where y is known, 0 elsewhere; or any weights
 * @returns a scalar; 0 where nothing is known
 */
export function binaryCrossEntropy(scores: Node, answers: Node, known: Node): Node {
  const softened = log(add(exp(neg(abs(scores))), 1));
  return weightedMean(add(sub(relu(scores), mul(scores, answers)), softened), known);
}
