import { plainKernels } from "./plain-kernels.ts";
import type { Kernels, RowPlan } from "./signatures.ts";
import { wasmKernelsFor } from "./wasm-kernels.ts";

/**
 * Runs each kernel in WebAssembly when all its tensors lie in one memory made by `wasmBuffer`,
 * and in plain TypeScript otherwise. Both give the same bits, so only the speed differs.
 */
export const kernels: Kernels = {
  adamW(values, gradient, first, second, scalars) {
    sameLength("adamW", values, gradient, first, second);
    pick(values, gradient, first, second).adamW(values, gradient, first, second, scalars);
  },
  sgd(values, gradient, momentum, scalars) {
    sameLength("sgd", values, gradient, momentum);
    pick(values, gradient, momentum).sgd(values, gradient, momentum, scalars);
  },
  adamWRows(values, gradient, first, second, plan, scalars) {
    sameLength("adamWRows", values, first, second);
    checkPlan("adamWRows", values, gradient, plan, 2);
    pick(values, gradient, first, second, plan.rows, ...plan.fading).adamWRows(
      values,
      gradient,
      first,
      second,
      plan,
      scalars,
    );
  },
  sgdRows(values, gradient, momentum, plan, scalars) {
    sameLength("sgdRows", values, momentum);
    checkPlan("sgdRows", values, gradient, plan, 1);
    pick(values, gradient, momentum, plan.rows, ...plan.fading).sgdRows(
      values,
      gradient,
      momentum,
      plan,
      scalars,
    );
  },
  addRows(sum, rows, places, width) {
    checkRows("addRows", sum, rows, places, width);
    pick(sum, rows, places).addRows(sum, rows, places, width);
  },
  squaredNorm: (x) => pick(x).squaredNorm(x),
  addScaled(y, a, x) {
    sameLength("addScaled", y, x);
    pick(y, x).addScaled(y, a, x);
  },
  scale: (x, a) => pick(x).scale(x, a),
};

function pick({ buffer }: Float32Array, ...others: readonly (Float32Array | Int32Array)[]): Kernels {
  if (others.some((tensor) => tensor.buffer !== buffer)) return plainKernels;
  return wasmKernelsFor(buffer) ?? plainKernels;
}

/** Checked here because the WebAssembly version would write past the end of a shorter tensor. */
function sameLength(kernel: string, first: Float32Array, ...others: readonly Float32Array[]): void {
  for (const other of others) {
    if (other.length !== first.length) {
      throw new RangeError(`${kernel}: tensors of ${first.length} and ${other.length} elements`);
    }
  }
}

function checkPlan(
  kernel: string,
  table: Float32Array,
  gradient: Float32Array,
  { rows, width, fading }: RowPlan,
  memory: number,
): void {
  if (fading.length !== memory || fading.some(({ length }) => length !== rows.length)) {
    throw new RangeError(`${kernel}: no factor for each of ${rows.length} rows in ${memory} tensors`);
  }
  checkRows(kernel, table, gradient, rows, width);
}

/** Checked for the same reason: that each of `rows` lies in the table and that there are numbers for each. */
function checkRows(
  kernel: string,
  table: Float32Array,
  numbers: Float32Array,
  rows: Int32Array,
  width: number,
): void {
  if (numbers.length !== rows.length * width) {
    throw new RangeError(`${kernel}: ${numbers.length} numbers are not ${rows.length} rows of ${width}`);
  }
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    if (row < 0 || (row + 1) * width > table.length)
      throw new RangeError(`${kernel}: there is no row ${row}`);
  }
}
