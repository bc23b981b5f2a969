import type { Node } from "../node.ts";
import { add, div, mul, sqrt } from "../ops/elementwise.ts";
import { matmul } from "../ops/matmul.ts";
import { reduceSum } from "../ops/reduce.ts";

/** Each row of `a` against each row of `b`: `[…, m, dim]` and `[…, n, dim]` to `[…, m, n]`, within −1 … 1. */
export function cosineSimilarity(a: Node, b: Node, epsilon = 1e-12): Node {
  return matmul(unitRows(a, epsilon), unitRows(b, epsilon), { transposeB: true });
}

/** Rows scaled to length 1; `epsilon` keeps a zero row at zero, with a finite gradient. */
export function unitRows(x: Node, epsilon = 1e-12): Node {
  return div(x, sqrt(add(reduceSum(mul(x, x), -1, { keep: true }), epsilon)));
}
