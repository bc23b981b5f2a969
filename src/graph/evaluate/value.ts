import { dimAt, elementsOf } from "../shape.ts";

/** A tensor in the reference interpreter: everything is a 64-bit float, whole numbers and truth values too. */
export interface Value {
  readonly data: Float64Array;
  readonly shape: readonly number[];
}

/** The coordinate on one axis, which may be counted from the end. */
export const along: (at: readonly number[], axis: number) => number = dimAt;

/** A tensor whose element at each coordinate is computed by `element`. */
export function build(
  shape: readonly number[],
  element: (at: readonly number[], flat: number) => number,
): Value {
  const data = new Float64Array(elementsOf(shape));
  const at = shape.map(() => 0);
  for (let flat = 0; flat < data.length; flat++) {
    data[flat] = element(at, flat);
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      const next = along(at, axis) + 1;
      at[axis] = next < dimAt(shape, axis) ? next : 0;
      if (next < dimAt(shape, axis)) break;
    }
  }
  return { data, shape };
}

/** The element at some coordinates; axes of size 1 and missing leading axes broadcast. */
export function read({ data, shape }: Value, at: readonly number[]): number {
  let flat = 0;
  const offset = at.length - shape.length;
  for (const [axis, dim] of shape.entries()) {
    flat = flat * dim + (dim === 1 ? 0 : along(at, axis + offset));
  }
  return data[flat]!;
}

/** Visits every line along an axis as a list of flat positions. */
export function lines(shape: readonly number[], axis: number): number[][] {
  const inner = elementsOf(shape.slice(axis + 1));
  const length = dimAt(shape, axis);
  const outer = elementsOf(shape.slice(0, axis));
  return Array.from({ length: outer * inner }, (_, line) => {
    const start = Math.floor(line / inner) * length * inner + (line % inner);
    return Array.from({ length }, (_, i) => start + i * inner);
  });
}
