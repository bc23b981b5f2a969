import type { Tensor } from "../../graph/index.ts";

/** Row numbers for `takeRows` as int64, −1 for a hole: `indexTensor` knows only numbers of at least 0. */
export function rowTensor(values: Int32Array, shape: readonly number[] = [values.length]): Tensor {
  const data = new BigInt64Array(values.length);
  const halves = new Int32Array(data.buffer);
  for (let i = 0; i < values.length; i++) {
    halves[2 * i] = values[i]!;
    // The sign goes on through the upper half.
    halves[2 * i + 1] = values[i]! >> 31;
  }
  return { data, shape };
}
