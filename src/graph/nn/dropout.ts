import type { Random } from "../../random.ts";
import type { Tensor } from "../dtype.ts";
import type { Node } from "../node.ts";
import { mul } from "../ops/elementwise.ts";
import { elementsOf } from "../shape.ts";

/**
 * Dropout by a mask that is fed: 0 for dropped values and 1/(1 − rate) for the rest. Drawing it outside the graph
 * keeps runs reproducible, and ONNX Runtime's own Dropout is slow in training.
 */
export function dropout(x: Node, mask: Node | undefined): Node {
  return mask === undefined ? x : mul(x, mask);
}

/**
 * A mask for `dropout`: 0 with probability `rate`, else the factor that keeps the mean.
 *
 * One drawn number serves four elements, a byte each, so the rate is rounded to a whole number of 256ths; a
 * step of training needs some hundred thousand of them.
 */
export function dropoutMask(random: Random, rate: number, shape: readonly number[]): Tensor {
  const size = elementsOf(shape);
  const data = new Float32Array(size);
  const dropped = Math.round(256 * rate);
  // A look-up rather than a branch, which the processor could not predict.
  const values = new Float32Array(256).fill(256 / (256 - dropped), dropped);
  const whole = size & ~3;
  for (let i = 0; i < whole; i += 4) {
    const bits = random.uint32();
    data[i] = values[bits & 255]!;
    data[i + 1] = values[(bits >>> 8) & 255]!;
    data[i + 2] = values[(bits >>> 16) & 255]!;
    data[i + 3] = values[bits >>> 24]!;
  }
  if (whole < size) {
    const bits = random.uint32();
    for (let i = whole; i < size; i++) data[i] = values[(bits >>> (8 * (i - whole))) & 255]!;
  }
  return { data, shape };
}
