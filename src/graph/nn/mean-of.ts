import type { Node } from "../node.ts";
import { add, mul } from "../ops/elementwise.ts";

/** The mean of several nodes of one shape; of one, the node itself. */
export function meanOf(nodes: readonly Node[]): Node {
  const [first, ...rest] = nodes;
  return rest.length === 0 ? first! : mul(rest.reduce(add, first!), 1 / nodes.length);
}
