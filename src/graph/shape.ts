import { type Dim, multiplyDims, normalDim } from "./dimension.ts";

/** The sizes of a tensor's axes. The number of axes is always known; a size may be symbolic. */
export type Shape = readonly Dim[];

export function normalShape(shape: Shape): Shape {
  return shape.map(normalDim);
}

/** How many elements a tensor of this shape has. */
export function elementsOf(shape: readonly number[]): number;
export function elementsOf(shape: Shape): Dim;
export function elementsOf(shape: Shape): Dim {
  return shape.reduce(multiplyDims, 1);
}

export function sameShape(a: Shape, b: Shape): boolean {
  return a.length === b.length && a.every((dim, axis) => dim === b[axis]);
}

/** `[batch, 3]` as an error message shows it. */
export function formatShape(shape: Shape): string {
  return `[${shape.join(", ")}]`;
}

/**
 * The shape two shapes broadcast to, or undefined where they do not fit. Axes are
 * matched from the right; an axis of the number 1 stretches. A symbolic size only
 * fits itself and 1: whether `"batch"` equals `"words"` cannot be known here.
 */
export function broadcastShapes(a: Shape, b: Shape): Shape | undefined {
  const rank = Math.max(a.length, b.length);
  const result: Dim[] = [];
  for (let axis = 0; axis < rank; axis++) {
    const left = a[axis - rank + a.length] ?? 1;
    const right = b[axis - rank + b.length] ?? 1;
    if (left !== right && left !== 1 && right !== 1) return undefined;
    result.push(left === 1 ? right : left);
  }
  return result;
}

/** Turns an axis counted from the end into one counted from the start. */
export function normalAxis(axis: number, rank: number): number {
  const positive = axis < 0 ? axis + rank : axis;
  if (Number.isInteger(axis) && positive >= 0 && positive < rank) return positive;
  throw new Error(`axis ${axis} does not exist in a tensor with ${rank} axes`);
}

/** The size of one axis, which may be counted from the end. */
export function dimAt<D extends Dim>(shape: readonly D[], axis: number): D {
  const dim = shape.at(axis);
  if (dim === undefined) throw new Error(`axis ${axis} does not exist in ${formatShape(shape)}`);
  return dim;
}

/** The same, of an axis whose size must be known when the graph is built. */
export function sizeAt(shape: Shape, axis: number): number {
  const dim = dimAt(shape, axis);
  if (typeof dim === "string") throw new Error(`axis ${axis} of ${formatShape(shape)} must be a number`);
  return dim;
}

/** All sizes of a tensor with this many axes. */
export function dimsOf<D extends Dim>(x: { readonly shape: readonly D[] }, axes: 2): readonly [D, D];
export function dimsOf<D extends Dim>(x: { readonly shape: readonly D[] }, axes: 3): readonly [D, D, D];
export function dimsOf({ shape }: { readonly shape: Shape }, axes: number): Shape {
  if (shape.length !== axes) throw new Error(`${formatShape(shape)} does not have ${axes} axes`);
  return shape;
}
