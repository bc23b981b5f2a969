import { makeNode, type Node, refuse } from "../node.ts";
import { normalAxis } from "../shape.ts";

type ReduceOp = "reduceSum" | "reduceMean" | "reduceMax";

export interface ReduceOptions {
  /** Keep the reduced axes, with size 1. */
  readonly keep?: boolean;
}

const reduction =
  (op: ReduceOp) =>
  (
    x: Node,
    axes: number | readonly number[] = x.shape.map((_, axis) => axis),
    options: ReduceOptions = {},
  ): Node => {
    if (x.dtype !== "float32") refuse(op, "needs float32", x);
    const keep = options.keep ?? false;
    const rank = x.shape.length;
    const normal = [...new Set([axes].flat().map((axis) => normalAxis(axis, rank)))].sort((a, b) => a - b);
    if (normal.length === 0) return x;
    const shape = x.shape.flatMap((dim, axis) => (!normal.includes(axis) ? [dim] : keep ? [1] : []));
    return makeNode(op, [x], { axes: normal, keep }, { shape, dtype: "float32" });
  };

/** Sum over the given axes (default: all). */
export const reduceSum = reduction("reduceSum");
/** Mean over the given axes (default: all). */
export const reduceMean = reduction("reduceMean");
/** Largest value over the given axes (default: all). */
export const reduceMax = reduction("reduceMax");

/** Running sum along an axis; `reverse` sums from the end, `exclusive` leaves out the element itself. */
export function cumsum(
  x: Node,
  axis: number,
  { reverse = false, exclusive = false }: { readonly reverse?: boolean; readonly exclusive?: boolean } = {},
): Node {
  if (x.dtype === "bool") refuse("cumsum", "needs numbers", x);
  return makeNode("cumsum", [x], { axis: normalAxis(axis, x.shape.length), reverse, exclusive }, x);
}
