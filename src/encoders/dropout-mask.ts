import type { Tensor } from "../graph/index.ts";
import type { Random } from "../random.ts";

/**
 * A mask for `dropout`: 0 with probability `rate`, else the factor that keeps the mean.
 *
 * One drawn number serves four elements, a byte each, so the rate is rounded to a whole number of 256ths; a
 * step of training needs some hundred thousand of them.
 */
export function dropoutMask(random: Random, rate: number, shape: readonly number[]): Tensor {
  const size = shape.reduce((product, dim) => product * dim, 1);
  const data = new Float32Array(size);
  const dropped = Math.round(256 * rate);
  const factor = 256 / (256 - dropped);
  let bits = 0;
  for (let i = 0; i < size; i++) {
    bits = (i & 3) === 0 ? random.uint32() : bits >>> 8;
    if ((bits & 255) >= dropped) data[i] = factor;
  }
  return { data, shape };
}
