import { NORMAL_SCALE } from "../autodiff/gelu-slope.ts";
import { isOp, type Node } from "../node.ts";
import { constantValue } from "../ops/leaves.ts";
import { sameShape } from "../shape.ts";
import type { Emitter } from "./emitter.ts";

/** Nodes that are written together with their neighbours. */
export interface Fusions {
  /** Part of a node that is written elsewhere. */
  readonly absorbed: ReadonlySet<Node>;
  /** How to write a node in place of its usual operators. */
  readonly written: ReadonlyMap<Node, (emit: Emitter) => string>;
}

/**
 * Finds what can be fused among the nodes of one graph.
 *
 * @param first what is fused already, and goes before what is found here
 */
export function findFusions(order: readonly Node[], outputs: ReadonlySet<Node>, first?: Fusions): Fusions {
  const absorbed = new Set(first?.absorbed);
  const written = new Map(first?.written);
  for (const { sum, product, bias } of biasedProducts(order, outputs)) {
    if (written.has(product) || written.has(sum)) continue;
    absorbed.add(product);
    written.set(sum, (emit) => {
      const { transposeA, transposeB, scale } = product.attributes;
      const inputs = [...product.inputs, bias].map((input) => emit.name(input));
      return emit.op("Gemm", inputs, {
        transA: Number(transposeA),
        transB: Number(transposeB),
        alpha: { float: scale },
      });
    });
  }
  for (const node of gelusWithSlope(order))
    written.set(node, (emit) => sharedGelu(emit.name(node.inputs[0]), emit));
  return { absorbed, written };
}

/** `matmul(a, b) + bias` is one Gemm if the product is a plain matrix with no other use. */
function biasedProducts(order: readonly Node[], outputs: ReadonlySet<Node>) {
  const users = new Map<Node, number>();
  for (const { inputs } of order) for (const input of inputs) users.set(input, (users.get(input) ?? 0) + 1);
  return order.flatMap((sum) => {
    if (!isOp(sum, "add")) return [];
    const [product, bias] = sum.inputs;
    if (!isOp(product, "matmul") || users.get(product) !== 1 || outputs.has(product)) return [];
    if (product.inputs.some(({ shape }) => shape.length !== 2) || !sameShape(sum.shape, product.shape))
      return [];
    if (bias.shape.length !== 1 || constantValue(bias) !== undefined) return [];
    return [{ sum, product, bias }];
  });
}

/** Exact GELUs whose slope is computed in the same graph: both need Φ(x). */
function gelusWithSlope(order: readonly Node[]): Node<"gelu">[] {
  const scaled = new Set<Node>();
  for (const node of order) {
    if (!isOp(node, "erf")) continue;
    const [n] = node.inputs;
    if (isOp(n, "mul") && constantValue(n.inputs[1]) === NORMAL_SCALE) scaled.add(n.inputs[0]);
  }
  return order.filter(
    (node): node is Node<"gelu"> =>
      isOp(node, "gelu") && node.attributes.approximation === "none" && scaled.has(node.inputs[0]),
  );
}

/** `x·Φ(x)` by the same operators as in geluSlope, which the emitter then writes only once. By itself, ONNX's Gelu is faster. */
function sharedGelu(x: string, emit: Emitter): string {
  const n = emit.op("Mul", [x, emit.constant("float32", [NORMAL_SCALE], [])]);
  const distribution = emit.op("HardSigmoid", [emit.op("Erf", [n])], {
    alpha: { float: -0.5 },
    beta: { float: 0.5 },
  });
  return emit.op("Mul", [x, distribution]);
}
