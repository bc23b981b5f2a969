import { type Node, refuse } from "../node.ts";
import { sub } from "../ops/elementwise.ts";
import { gatherND } from "../ops/indexing.ts";
import { concat, reshape, unsqueeze } from "../ops/layout.ts";
import { range } from "../ops/leaves.ts";
import { logSumExp } from "../ops/normalise.ts";
import { dimAt } from "../shape.ts";

/**
 * `log Σ exp(scores) − score of the label`, for each row.
 *
 * @param scores `[rows, classes]`, before the softmax
 * @param labels `[rows]` int64
 * @returns `[rows]`
 */
export function softmaxCrossEntropy(scores: Node, labels: Node): Node {
  if (scores.shape.length !== 2) refuse("softmaxCrossEntropy", "scores must be [rows, classes]", scores);
  return sub(logSumExp(scores), valuesAt(scores, labels));
}

/** One value from each row: `x[i, columns[i]]`, `[rows]`. */
export function valuesAt(x: Node, columns: Node): Node {
  const rows = dimAt(x.shape, 0);
  const places = concat([unsqueeze(range(rows), 1), reshape(columns, [rows, 1])], 1);
  return gatherND(x, places, { unique: true });
}
