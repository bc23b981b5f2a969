import type { Node } from "../node.ts";
import { layerNormalization } from "../ops/normalise.ts";

/**
 * Layer normalisation over the last axis, by ONNX's fused operator: its mean
 * and deviation come out as well, so the backward pass need not compute them again.
 */
export function layerNorm(x: Node, gamma: Node, beta: Node, epsilon = 1e-5): Node {
  return layerNormalization(x, gamma, beta, epsilon)[0];
}
