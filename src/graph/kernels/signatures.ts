/** The scalars of one AdamW step, computed once per step and rounded to float32 by the kernel. */
export interface AdamWScalars {
  /** The clipping factor. */
  readonly gradientScale: number;
  /** `1 − ηλ`: what weight decay leaves of a weight. */
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

/** The scalars of one SGD step. */
export interface SgdScalars {
  /** The clipping factor. */
  readonly gradientScale: number;
  readonly decay: number;
  readonly momentumKeep: number;
  readonly rate: number;
  /** Whether to look ahead along the momentum (Nesterov). */
  readonly ahead: boolean;
}

/** Some rows of a table, each once, and the decay of their optimiser state. */
export interface RowPlan {
  readonly rows: Int32Array;
  /** Numbers in a row. */
  readonly width: number;
  /** For each state tensor, a factor for each of the rows; 0 clears a row, whatever it held. */
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
  /** Decays the state of some rows of a table, then updates these rows by AdamW; `gradient` has only these rows. */
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
