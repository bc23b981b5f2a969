import type { Node } from "../node.ts";
import { div } from "../ops/elementwise.ts";
import { expand, reshape } from "../ops/layout.ts";
import { constant, dimension } from "../ops/leaves.ts";
import { cast } from "../ops/logic.ts";
import { elementsOf, type Shape } from "../shape.ts";

/** A reduced tensor with its reduced axes put back, of size 1. */
export function kept(reduced: Node, axes: readonly number[], shape: Shape): Node {
  return reshape(
    reduced,
    shape.map((dim, axis) => (axes.includes(axis) ? 1 : dim)),
  );
}

/** Gives every element that was reduced the gradient of what it was reduced to. */
export function spread(dy: Node, axes: readonly number[], shape: Shape): Node {
  return expand(kept(dy, axes, shape), shape);
}

/** One over the number of elements, also where that is only known at run time. */
export function oneOver(dims: Shape): Node {
  const count = elementsOf(dims);
  return typeof count === "number" ? constant(1 / count) : div(1, cast(dimension(count), "float32"));
}
