import type { Node } from "../node.ts";
import { add, mul, sub } from "../ops/elementwise.ts";
import { concat, reverse, slice, unsqueeze } from "../ops/layout.ts";

/** The new state where `keep` is 1, the old one where it is 0. */
export function hold(keep: Node, after: Node, before: Node): Node {
  return add(before, mul(keep, sub(after, before)));
}

/** `[words, …]` to `[words, directions, …]`, the second direction back to front. */
export function bothWays(x: Node, directions: number): Node {
  return directions === 1 ? unsqueeze(x, 1) : concat([unsqueeze(x, 1), unsqueeze(reverse(x, 0), 1)], 1);
}

/** Reverses the second direction of `[words, directions, …]` again. */
export function readingOrder(x: Node, directions: number): Node {
  return directions === 1 ? x : concat([slice(x, 1, 0, 1), reverse(slice(x, 1, 1, 2), 0)], 1);
}
