import type { Node } from "../node.ts";
import { add } from "../ops/elementwise.ts";
import { reshape } from "../ops/layout.ts";
import { matmul } from "../ops/matmul.ts";
import { elementsOf } from "../shape.ts";

/**
 * `x·Wᵀ + b` on the last axis.
 *
 * The leading axes are put under one another first: a single large product
 * with the bias inside it (Gemm) is what ONNX Runtime does best.
 *
 * @param x `[…, in]`
 * @param weight `[out, in]`, as PyTorch and most safetensors files store it
 * @param bias `[out]`
 */
export function linear(x: Node, weight: Node, bias?: Node): Node {
  const rows = reshape(x, [elementsOf(x.shape.slice(0, -1)), x.shape.at(-1)!]);
  const product = matmul(rows, weight, { transposeB: true });
  const sum = bias === undefined ? product : add(product, bias);
  return reshape(sum, [...x.shape.slice(0, -1), weight.shape[0]!]);
}
