import { zip } from "../../entries.ts";
import { dimAt, elementsOf } from "../shape.ts";
import { along, build, lines, type Value } from "./value.ts";

/** Where the element at some coordinates lies in the data. */
export function flatIndex(shape: readonly number[], at: readonly number[]): number {
  return shape.reduce((flat, dim, axis) => flat * dim + along(at, axis), 0);
}

/** Like `read`, without broadcasting. */
export function element({ data, shape }: Value, at: readonly number[]): number {
  return data[flatIndex(shape, at)]!;
}

/** Turns an index counted from the end into one counted from the start; refuses what lies outside. */
export function within(index: number, size: number): number {
  const positive = index < 0 ? index + size : index;
  if (positive >= 0 && positive < size) return positive;
  throw new Error(`index ${index} lies outside an axis of size ${size}`);
}

/** The coordinates that one place of an index tensor holds. */
export function coordinates(indices: Value, at: readonly number[], shape: readonly number[]): number[] {
  const depth = dimAt(indices.shape, -1);
  return shape.slice(0, depth).map((dim, axis) => within(element(indices, [...at, axis]), dim));
}

/** The last two axes at one place of the batch, as a view. */
export function matrix(x: Value, batch: readonly number[]): Value {
  const [rows, columns] = [dimAt(x.shape, -2), dimAt(x.shape, -1)];
  const own = x.shape.slice(0, -2);
  const from = batch.length - own.length;
  const start =
    own.reduce((flat, dim, axis) => flat * dim + (dim === 1 ? 0 : along(batch, from + axis)), 0) *
    rows *
    columns;
  return { data: x.data.subarray(start, start + rows * columns), shape: [rows, columns] };
}

/** Applies `f` to every line along an axis. */
export function mapLines(x: Value, axis: number, f: (line: number[]) => number[]): Value {
  const data = new Float64Array(x.data.length);
  for (const line of lines(x.shape, axis)) {
    const values = f(line.map((flat) => x.data[flat]!));
    for (const [flat, value] of zip(line, values)) data[flat] = value;
  }
  return { data, shape: x.shape };
}

/** Gathers what falls together when the axes are reduced, and applies `f` to each group. */
export function reduced(
  {
    attributes: { axes, keep },
  }: { readonly attributes: { readonly axes: readonly number[]; readonly keep: boolean } },
  x: Value,
  f: (values: number[]) => number,
): Value {
  const shape = x.shape.map((dim, axis) => (axes.includes(axis) ? 1 : dim));
  const groups = Array.from({ length: elementsOf(shape) }, (): number[] => []);
  build(x.shape, (at, flat) => {
    groups[
      flatIndex(
        shape,
        at.map((i, axis) => (axes.includes(axis) ? 0 : i)),
      )
    ]!.push(x.data[flat]!);
    return 0;
  });
  return {
    data: Float64Array.from(groups, f),
    shape: keep ? shape : shape.filter((_, axis) => !axes.includes(axis)),
  };
}
