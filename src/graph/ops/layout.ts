import { addDims, type Dim, divideDims, subtractDims } from "../dimension.ts";
import { isOp, makeNode, type Node, type Nodes, refuse } from "../node.ts";
import {
  broadcastShapes,
  dimAt,
  elementsOf,
  formatShape,
  normalAxis,
  normalShape,
  type Shape,
  sameShape,
} from "../shape.ts";
import { pick } from "./pick.ts";

/** The same elements in another shape; one size may be −1 and is then inferred. */
export function reshape(x: Node, shape: Shape): Node {
  const target = inferred(x, shape);
  if (sameShape(target, x.shape)) return x;
  // A reshape of a reshape is one reshape.
  const source = isOp(x, "reshape") ? x.inputs[0] : x;
  if (sameShape(target, source.shape)) return source;
  return makeNode("reshape", [source], {}, { shape: target, dtype: x.dtype });
}

/** Adds an axis of size 1. */
export function unsqueeze(x: Node, axis: number): Node {
  return reshape(x, x.shape.toSpliced(normalAxis(axis, x.shape.length + 1), 0, 1));
}

/** Removes an axis of size 1. */
export function squeeze(x: Node, axis: number): Node {
  const at = normalAxis(axis, x.shape.length);
  if (x.shape[at] !== 1) refuse("squeeze", `axis ${at} is not of size 1`, x);
  return reshape(x, x.shape.toSpliced(at, 1));
}

/** Reorders the axes: axis `i` of the result is axis `order[i]` of `x`. */
export function transpose(x: Node, order: readonly number[]): Node {
  const axes = order.map((axis) => normalAxis(axis, x.shape.length));
  if (new Set(axes).size !== x.shape.length || axes.length !== x.shape.length) {
    refuse("transpose", `[${order}] does not name every axis once`, x);
  }
  if (axes.every((axis, i) => axis === i)) return x;
  return makeNode(
    "transpose",
    [x],
    { order: axes },
    { shape: axes.map((axis) => dimAt(x.shape, axis)), dtype: x.dtype },
  );
}

/** Repeats axes of size 1 (and adds leading axes) until the tensor has `shape`. */
export function expand(x: Node, shape: Shape): Node {
  const target = normalShape(shape);
  if (sameShape(x.shape, target)) return x;
  const fits = broadcastShapes(x.shape, target);
  if (fits === undefined || !sameShape(fits, target)) {
    refuse("expand", `does not broadcast to ${formatShape(target)}`, x);
  }
  return makeNode("expand", [x], {}, { shape: target, dtype: x.dtype });
}

/** Joins tensors along an axis. */
export function concat(parts: readonly Node[], axis: number): Node {
  const [first] = parts;
  if (first === undefined) return refuse("concat", "needs a tensor");
  if (parts.length === 1) return first;
  const at = normalAxis(axis, first.shape.length);
  for (const part of parts) {
    const fits = part.shape.length === first.shape.length && part.dtype === first.dtype;
    if (!fits || !sameShape(part.shape.with(at, 0), first.shape.with(at, 0))) {
      refuse("concat", `tensors differ elsewhere than on axis ${at}`, first, part);
    }
  }
  const size = parts.map((part) => dimAt(part.shape, at)).reduce(addDims);
  return makeNode("concat", parts, { axis: at }, { shape: first.shape.with(at, size), dtype: first.dtype });
}

/** Splits an axis into pieces of the given sizes, which must add up to it. */
export function split<const S extends readonly Dim[]>(x: Node, axis: number, sizes: S): Nodes<S>;
export function split(x: Node, axis: number, sizes: readonly Dim[]): Node[] {
  const at = normalAxis(axis, x.shape.length);
  const total = sizes.reduce(addDims, 0);
  if (total !== x.shape[at]) refuse("split", `sizes ${formatShape(sizes)} do not add up to axis ${at}`, x);
  const [first, ...rest] = sizes.map((size) => ({ shape: x.shape.with(at, size), dtype: x.dtype }));
  if (first === undefined || rest.length === 0) return [x];
  const node = makeNode("split", [x], { axis: at }, first, ...rest);
  return sizes.map((_, index) => pick(node, index));
}

/** Elements `[start, end)` of an axis; negative numbers count from the end. */
export function slice(x: Node, axis: number, start: Dim, end?: Dim): Node {
  const at = normalAxis(axis, x.shape.length);
  const size = dimAt(x.shape, at);
  const fromEnd = (dim: Dim): Dim => (typeof dim === "number" && dim < 0 ? addDims(size, dim) : dim);
  const [from, to] = [fromEnd(start), end === undefined ? size : fromEnd(end)];
  const length = subtractDims(to, from);
  const outside = typeof size === "number" && typeof to === "number" && to > size;
  if (outside || (typeof length === "number" && length < 0)) {
    refuse("slice", `[${from}, ${to}) does not lie within axis ${at}`, x);
  }
  if (from === 0 && to === size) return x;
  return makeNode(
    "slice",
    [x],
    { axis: at, start: from, end: to },
    { shape: x.shape.with(at, length), dtype: x.dtype },
  );
}

/** Reverses an axis. */
export function reverse(x: Node, axis: number): Node {
  return makeNode("reverse", [x], { axis: normalAxis(axis, x.shape.length) }, x);
}

/** Zeros added before and after an axis. */
export function pad(x: Node, axis: number, before: Dim, after: Dim): Node {
  const at = normalAxis(axis, x.shape.length);
  if (x.dtype === "bool") refuse("pad", "needs numbers", x);
  if (before === 0 && after === 0) return x;
  const size = addDims(addDims(dimAt(x.shape, at), before), after);
  return makeNode("pad", [x], { axis: at, before, after }, { shape: x.shape.with(at, size), dtype: x.dtype });
}

function inferred(x: Node, shape: Shape): Shape {
  const unknown = shape.indexOf(-1);
  const known = normalShape(shape.map((dim) => (dim === -1 ? 1 : dim)));
  const [have, want] = [elementsOf(x.shape), elementsOf(known)];
  if (unknown < 0) {
    if (have === want) return known;
    return refuse("reshape", `${have} elements do not fill ${formatShape(known)}`, x);
  }
  const size = divideDims(have, want);
  if (size === undefined) return refuse("reshape", `${formatShape(shape)} leaves no whole size for −1`, x);
  return known.with(unknown, size);
}
