import type { Node } from "../node.ts";
import { parameter } from "../ops/leaves.ts";
import { initialise } from "../parameters/index.ts";
import type { Initialiser } from "../parameters/initialiser.ts";
import type { BuildContext } from "./build-context.ts";
import { layerNorm } from "./layer-norm.ts";
import { linear } from "./linear.ts";

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
  const from = x.shape.at(-1) as number;
  return linear(
    x,
    declared(context, `${name}.weight`, [size, from], initialise.glorotUniform()),
    declared(context, `${name}.bias`, [size], initialise.zeros),
  );
}

/** A layer normalisation `NAME.weight`, `NAME.bias` over the last axis of `x`. */
export function norm(context: BuildContext, name: string, x: Node): Node {
  const size = x.shape.at(-1) as number;
  return layerNorm(
    x,
    declared(context, `${name}.weight`, [size], initialise.ones),
    declared(context, `${name}.bias`, [size], initialise.zeros),
  );
}
