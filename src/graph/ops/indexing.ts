import type { Dim } from "../dimension.ts";
import { type Holes, makeNode, type Node, refuse } from "../node.ts";
import { dimAt, normalAxis, type Shape, sameShape } from "../shape.ts";
import { reshape, transpose } from "./layout.ts";
import { pick } from "./pick.ts";

/** Takes the entries of an axis named by `indices`, whose shape replaces that axis: rows of a table for axis 0. */
export function gather(x: Node, indices: Node, axis = 0): Node {
  const at = normalAxis(axis, x.shape.length);
  if (indices.dtype !== "int64") refuse("gather", "indices must be int64", x, indices);
  const shape = x.shape.toSpliced(at, 1, ...indices.shape);
  return makeNode("gather", [x, indices], { axis: at }, { shape, dtype: x.dtype });
}

interface CoordinateOptions {
  /** Indices are unique. Scattering is then much faster, because threads need no coordination. */
  readonly unique?: boolean;
}

/** Reads `x` at coordinates: the last axis of `indices` holds the first `m` coordinates, `[…, m] → […, rest of x]`. */
export function gatherND(x: Node, indices: Node, { unique = false }: CoordinateOptions = {}): Node {
  const shape = addressed("gatherND", x, indices);
  return makeNode("gatherND", [x, indices], { unique }, { shape, dtype: x.dtype });
}

/** `base` with `updates` added at coordinates, counted from 0; several updates of one place add up. */
export function scatterAdd(
  base: Node,
  indices: Node,
  updates: Node,
  { unique = false }: CoordinateOptions = {},
): Node {
  const shape = addressed("scatterAdd", base, indices);
  if (!sameShape(shape, updates.shape) || base.dtype !== "float32" || updates.dtype !== "float32") {
    const places = { shape, dtype: base.dtype };
    refuse("scatterAdd", "updates must be float32 and match the addressed places", places, updates);
  }
  return makeNode("scatterAdd", [base, indices, updates], { unique }, base);
}

/** Adds row `i` of `rows` to row `indices[i]` of `base`. */
export function scatterAddRows(base: Node, indices: Node, rows: Node, options: CoordinateOptions = {}): Node {
  return scatterAdd(base, reshape(indices, [...indices.shape, 1]), rows, options);
}

/**
 * Permutes rows: row `i` of the result is row `indices[i]` of `x`. Like `gather`, but the inverse is known and as
 * cheap: `inverse[j]` is where row `j` went, −1 if nowhere.
 *
 * Where `indices` is −1, `holes` says what to put there. `"any"` promises that such rows are never used.
 */
export function takeRows(
  x: Node,
  indices: Node,
  inverse: Node,
  { holes = "zero", inverseHoles = "zero" }: { readonly holes?: Holes; readonly inverseHoles?: Holes } = {},
): Node {
  const fits = indices.shape.length === 1 && inverse.shape.length === 1 && inverse.shape[0] === x.shape[0];
  if (!fits || indices.dtype !== "int64" || inverse.dtype !== "int64") {
    refuse("takeRows", "needs int64 vectors, the inverse as long as x", x, indices, inverse);
  }
  const shape = [dimAt(indices.shape, 0), ...x.shape.slice(1)];
  return makeNode("takeRows", [x, indices, inverse], { holes, inverseHoles }, { shape, dtype: x.dtype });
}

/** A new last axis of `size` with a one at each index and zeros elsewhere. */
export function oneHot(indices: Node, size: Dim): Node {
  if (indices.dtype !== "int64") refuse("oneHot", "indices must be int64", indices);
  return makeNode("oneHot", [indices], {}, { shape: [...indices.shape, size], dtype: "float32" });
}

/** The `k` largest values along the last axis, largest first, and their indices. */
export function topK(x: Node, k: number): { readonly values: Node; readonly indices: Node } {
  const size = x.shape.at(-1);
  if (size === undefined || (typeof size === "number" && k > size))
    refuse("topK", `has fewer than ${k} values`, x);
  const shape = x.shape.with(-1, k);
  const node = makeNode("topK", [x], { k }, { shape, dtype: x.dtype }, { shape, dtype: "int64" });
  return { values: pick(node, 0), indices: pick(node, 1) };
}

/** The index of the largest value along an axis (the first of equals); the axis is removed. */
export function argmax(x: Node, axis = -1): Node {
  const at = normalAxis(axis, x.shape.length);
  return makeNode("argmax", [x], { axis: at }, { shape: x.shape.toSpliced(at, 1), dtype: "int64" });
}

/** Moves one axis to another place. */
export function moveAxis(x: Node, from: number, to: number): Node {
  const rank = x.shape.length;
  const order = x.shape.map((_, axis) => axis);
  order.splice(normalAxis(to, rank), 0, ...order.splice(normalAxis(from, rank), 1));
  return transpose(x, order);
}

function addressed(op: "gatherND" | "scatterAdd", x: Node, indices: Node): Shape {
  const coordinates = indices.shape.at(-1);
  if (indices.dtype !== "int64" || typeof coordinates !== "number" || coordinates > x.shape.length) {
    return refuse(op, "the last axis of the indices must hold int64 coordinates", x, indices);
  }
  return [...indices.shape.slice(0, -1), ...x.shape.slice(coordinates)];
}
