import { plainKernels } from "./plain-kernels.ts";
import { wasmKernelsFor } from "./wasm-kernels.ts";

/** The numbers of one AdamW step, worked out once per step and rounded to float32 by the kernel. */
export interface AdamWScalars {
  /** The clipping factor. */
  readonly gradientScale: number;
  /** `1 − ηλ`: what decay leaves of a weight. */
  readonly keep: number;
  /** `1 − β₁` */
  readonly firstRate: number;
  /** `β₂` */
  readonly secondKeep: number;
  /** `1 − β₂` */
  readonly secondRate: number;
  /** `η / (1 − β₁ᵗ)` */
  readonly stepSize: number;
  /** `1 / √(1 − β₂ᵗ)` */
  readonly secondScale: number;
  readonly epsilon: number;
}

/** The numbers of one SGD step. */
export interface SgdScalars {
  /** The clipping factor. */
  readonly gradientScale: number;
  readonly decay: number;
  readonly momentumKeep: number;
  readonly rate: number;
  /** Whether to look ahead along the momentum (Nesterov). */
  readonly ahead: boolean;
}

/** Some rows of a table, each once, and what is left of the memory kept for them. */
export interface RowPlan {
  readonly rows: Int32Array;
  /** Numbers in a row. */
  readonly width: number;
  /** For each tensor of memory a factor for each of the rows; 0 clears a row, whatever it held. */
  readonly fading: readonly Float32Array[];
}

/** The few loops over whole tensors that do not run in ONNX Runtime. All but `squaredNorm` work in place. */
export interface Kernels {
  adamW(
    values: Float32Array,
    gradient: Float32Array,
    first: Float32Array,
    second: Float32Array,
    scalars: AdamWScalars,
  ): void;
  sgd(values: Float32Array, gradient: Float32Array, momentum: Float32Array, scalars: SgdScalars): void;
  /** Fades the memory of some rows of a table, then moves these rows by AdamW; `gradient` has only these rows. */
  adamWRows(
    values: Float32Array,
    gradient: Float32Array,
    first: Float32Array,
    second: Float32Array,
    plan: RowPlan,
    scalars: AdamWScalars,
  ): void;
  /** The same with SGD. */
  sgdRows(
    values: Float32Array,
    gradient: Float32Array,
    momentum: Float32Array,
    plan: RowPlan,
    scalars: SgdScalars,
  ): void;
  /** Adds row `i` of `rows` to row `places[i]` of `sum`, one after another. */
  addRows(sum: Float32Array, rows: Float32Array, places: Int32Array, width: number): void;
  /** `Σ x²` in float64, always summed in the same order. */
  squaredNorm(x: Float32Array): number;
  /** `y ← y + a·x` */
  addScaled(y: Float32Array, a: number, x: Float32Array): void;
  /** `x ← a·x` */
  scale(x: Float32Array, a: number): void;
}

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

function pick(...tensors: readonly (Float32Array | Int32Array)[]): Kernels {
  const buffer = tensors[0]!.buffer;
  if (tensors.some((tensor) => tensor.buffer !== buffer)) return plainKernels;
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
