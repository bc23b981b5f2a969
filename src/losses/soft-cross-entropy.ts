import type { Node } from "../graph/index.ts";
import { logSoftmax, mul, neg, reduceSum } from "../graph/index.ts";
import { weightedMean } from "./weighted-mean.ts";

/**
 * Cross-entropy with soft labels: the mean over the words that count.
 *
 *     L = − Σ_n w_n Σ_c s_nc log p_nc / Σ_n w_n
 *
 * @param scores `[words, classes]`, before the softmax
 * @param soft `[words, classes]`: s, each row a distribution
 * @param weights `[words]`: 1 for words that count, 0 for the others
 * @returns a scalar; 0 where no word counts
 */
export function softCrossEntropy(scores: Node, soft: Node, weights: Node): Node {
  return weightedMean(neg(reduceSum(mul(soft, logSoftmax(scores)), 1)), weights);
}
