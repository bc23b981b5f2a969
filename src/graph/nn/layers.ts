import type { Node } from "../node.ts";
import { add } from "../ops/elementwise.ts";
import { reshape } from "../ops/layout.ts";
import { parameter } from "../ops/leaves.ts";
import { matmul } from "../ops/matmul.ts";
import { layerNormalization } from "../ops/normalise.ts";
import type { Initialiser } from "../parameters/initialiser.ts";
import * as initialise from "../parameters/initialiser.ts";
import type { ParameterStore } from "../parameters/parameter-store.ts";
import { dimAt, elementsOf, sizeAt } from "../shape.ts";

export interface BuildContext {
  /** Declares the weights, and usually holds them; an encoder prefixes its own with `encoder.`. */
  readonly parameters: Pick<ParameterStore, "declare">;
  /** Whether the graph is for training: only then does it have inputs for dropout masks. */
  readonly training: boolean;
}

/**
 * `x·Wᵀ + b` on the last axis.
 *
 * The leading axes are flattened first: a single large product with the bias inside it (Gemm) is what ONNX Runtime
 * does best.
 *
 * @param x `[…, in]`
 * @param weight `[out, in]`, as PyTorch and most safetensors files store it
 * @param bias `[out]`
 */
export function linear(x: Node, weight: Node, bias?: Node): Node {
  const rows = reshape(x, [elementsOf(x.shape.slice(0, -1)), dimAt(x.shape, -1)]);
  const product = matmul(rows, weight, { transposeB: true });
  const sum = bias === undefined ? product : add(product, bias);
  return reshape(sum, [...x.shape.slice(0, -1), dimAt(weight.shape, 0)]);
}

/**
 * Layer normalisation over the last axis, by ONNX's fused operator, which also returns mean and deviation for the
 * backward pass.
 */
export function layerNorm(x: Node, gamma: Node, beta: Node, epsilon = 1e-5): Node {
  return layerNormalization(x, gamma, beta, epsilon)[0];
}

/** The leaf of each weight, by store: a graph that uses a weight in two places must have one leaf for it. */
const leaves = new WeakMap<BuildContext["parameters"], Map<string, Node>>();

/** A weight tensor: declared in the store (or found there) and as a leaf of the graph. */
export function declared(
  { parameters }: BuildContext,
  name: string,
  shape: readonly number[],
  initialiser: Initialiser,
): Node {
  parameters.declare(name, shape, initialiser);
  const known = leaves.get(parameters) ?? new Map<string, Node>();
  leaves.set(parameters, known);
  const leaf = known.get(name) ?? parameter(name, shape);
  known.set(name, leaf);
  return leaf;
}

/** A dense layer `NAME.weight`, `NAME.bias` over the last axis of `x`. */
export function dense(context: BuildContext, name: string, x: Node, size: number): Node {
  const from = sizeAt(x.shape, -1);
  return linear(
    x,
    declared(context, `${name}.weight`, [size, from], initialise.glorotUniform()),
    declared(context, `${name}.bias`, [size], initialise.zeros),
  );
}

/** A layer normalisation `NAME.weight`, `NAME.bias` over the last axis of `x`. */
export function norm(context: BuildContext, name: string, x: Node): Node {
  const size = sizeAt(x.shape, -1);
  return layerNorm(
    x,
    declared(context, `${name}.weight`, [size], initialise.ones),
    declared(context, `${name}.bias`, [size], initialise.zeros),
  );
}
