/**
 * What the indices along the axes of some weights stand for, by the weights' names: rows of labels, of words. An axis
 * without such a meaning is null. By these another model can take over the rows that mean the same.
 */
export type AxisKeys = ReadonlyMap<string, readonly (readonly string[] | null)[]>;

/** A tensor and what its axes mean. */
interface KeyedTensor<Values> {
  readonly values: Values;
  readonly shape: readonly number[];
  readonly keys: readonly (readonly string[] | null)[];
}

/** Whether `copyByKeys` can fill one shape from another: axes that both have keys for may differ in length. */
export function fitsByKeys(
  to: Pick<KeyedTensor<unknown>, "shape" | "keys">,
  from: Pick<KeyedTensor<unknown>, "shape" | "keys">,
): boolean {
  if (to.shape.length !== from.shape.length) return false;
  return to.shape.every((size, axis) => size === from.shape[axis] || (to.keys[axis] && from.keys[axis]));
}

/** Copies every number whose indices mean the same in both; the others stay as they are. */
export function copyByKeys(to: KeyedTensor<Float32Array>, from: KeyedTensor<Float32Array>): void {
  const maps = to.shape.map((size, axis) => indexMap(size, to.keys[axis] ?? null, from.keys[axis] ?? null));
  const copy = (axis: number, toStart: number, fromStart: number): void => {
    if (axis === maps.length) {
      to.values[toStart] = from.values[fromStart]!;
      return;
    }
    const [toSize, fromSize] = [strideOf(to.shape, axis), strideOf(from.shape, axis)];
    maps[axis]!.forEach((source, index) => {
      if (source >= 0) copy(axis + 1, toStart + index * toSize, fromStart + source * fromSize);
    });
  };
  copy(0, 0, 0);
}

/** For each index of an axis the one that means the same on the other side; −1 for none. */
function indexMap(size: number, to: readonly string[] | null, from: readonly string[] | null): Int32Array {
  if (to === null || from === null) return Int32Array.from({ length: size }, (_, i) => i);
  const places = new Map(from.map((key, i) => [key, i]));
  return Int32Array.from(to, (key) => places.get(key) ?? -1);
}

function strideOf(shape: readonly number[], axis: number): number {
  return shape.slice(axis + 1).reduce((product, size) => product * size, 1);
}
