import type { Node } from "../node.ts";
import { div } from "../ops/elementwise.ts";
import { expand, reshape } from "../ops/layout.ts";
import { constant, dimension, ones } from "../ops/leaves.ts";
import { cast } from "../ops/logic.ts";
import { matmul } from "../ops/matmul.ts";
import { reduceSum } from "../ops/reduce.ts";
import { elementsOf, type Shape, sameShape } from "../shape.ts";

/** Reverses a broadcast: sums everything that came from one element of a tensor of `shape`. */
export function sumToShape(x: Node, shape: Shape): Node {
  if (sameShape(x.shape, shape)) return x;
  const extra = x.shape.length - shape.length;
  const axes = x.shape.flatMap((dim, axis) =>
    axis < extra || (shape[axis - extra] === 1 && dim !== 1) ? [axis] : [],
  );
  const leading = axes.every((axis, i) => axis === i);
  if (leading && axes.length > 0 && axes.length < x.shape.length) return columnSums(x, axes.length, shape);
  return reshape(axes.length === 0 ? x : reduceSum(x, axes, { keep: true }), shape);
}

/** Sums over the leading axes as a product with ones: ONNX Runtime's ReduceSum is several times slower there. */
function columnSums(x: Node, axes: number, shape: Shape): Node {
  const rows = elementsOf(x.shape.slice(0, axes));
  const columns = elementsOf(x.shape.slice(axes));
  return reshape(matmul(ones([1, rows]), reshape(x, [rows, columns])), shape);
}

/** A reduced tensor with its reduced axes restored, of size 1. */
export function kept(reduced: Node, axes: readonly number[], shape: Shape): Node {
  return reshape(
    reduced,
    shape.map((dim, axis) => (axes.includes(axis) ? 1 : dim)),
  );
}

/** Spreads the gradient of a reduction over the elements that were reduced. */
export function spread(dy: Node, axes: readonly number[], shape: Shape): Node {
  return expand(kept(dy, axes, shape), shape);
}

/** One over the number of elements, which may be known only at run time. */
export function oneOver(dims: Shape): Node {
  const count = elementsOf(dims);
  return typeof count === "number" ? constant(1 / count) : div(1, cast(dimension(count), "float32"));
}
