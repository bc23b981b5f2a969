import type { Tensor } from "../dtype.ts";

/** Whether the low half of a 64-bit number comes first in memory: so on every machine that Node runs on today. */
const LOW_FIRST = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

/**
 * Whole numbers of up to 31 bits as the int64 tensor that `gather` and its like take. Written as 32-bit halves: making a
 * BigInt of each would cost more than the look-up they are for.
 */
export function indexTensor(values: ArrayLike<number>, shape: readonly number[] = [values.length]): Tensor {
  const data = new BigInt64Array(values.length);
  const halves = new Int32Array(data.buffer);
  const low = LOW_FIRST ? 0 : 1;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    halves[2 * i + low] = value;
    if (value < 0) halves[2 * i + 1 - low] = -1;
  }
  return { data, shape };
}
