import type { Node } from "../node.ts";
import { geluNode } from "../ops/elementwise.ts";

/** `x·Φ(x)`; `"tanh"` is the approximation that GPT-2 and its kin were trained with. */
export function gelu(x: Node, approximation: "none" | "tanh" = "none"): Node {
  return geluNode(x, approximation);
}
