import type { Node } from "../graph/index.ts";
import { cast, dimAt, dimension, div, greater, max, mul, reduceSum, where } from "../graph/index.ts";

/**
 * The mean of a vector, or its weighted mean; 0, with no gradient, when there is nothing to average.
 *
 * @param values `[n]`
 * @param weights `[n]`, not negative
 * @returns a scalar
 */
export function weightedMean(values: Node, weights?: Node): Node {
  if (weights === undefined) {
    return div(reduceSum(values), max(cast(dimension(dimAt(values.shape, 0)), "float32"), 1));
  }
  const total = reduceSum(weights);
  return div(reduceSum(mul(values, weights)), where(greater(total, 0), total, 1));
}
