import type { Node } from "../node.ts";
import { mul } from "../ops/elementwise.ts";

/**
 * Dropout by a mask that is fed: 0 for what is dropped and 1/(1 − rate) for the rest.
 * Drawing it outside keeps runs repeatable, and ONNX Runtime's own Dropout is slow when training.
 */
export function dropout(x: Node, mask: Node | undefined): Node {
  return mask === undefined ? x : mul(x, mask);
}
