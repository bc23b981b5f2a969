import type { RowPlan } from "../kernels/signatures.ts";
import type { Companion } from "../parameters/parameter-store.ts";

/** The numbers of one update of one parameter. */
export interface UpdateNumbers {
  readonly rate: number;
  readonly decay: number;
  /** The clipping factor for the gradient. */
  readonly gradientScale: number;
  /** Which update of this parameter it is, from 1. */
  readonly update: number;
}

/**
 * What tells one optimiser from another: how weights move, given a gradient and the memory kept of
 * earlier ones.
 */
export interface UpdateRule {
  readonly kind: string;
  /** The tensors of memory, each the size of the parameter. */
  readonly memory: readonly Extract<Companion, "first" | "second">[];
  /** Moves a whole tensor; all arrays are of one length. */
  move(
    values: Float32Array,
    gradient: Float32Array,
    memory: readonly Float32Array[],
    numbers: UpdateNumbers,
  ): void;
  /** Moves some rows of a table, after fading their memory by the plan's factors. The gradient has only these rows. */
  moveRows(
    values: Float32Array,
    gradient: Float32Array,
    memory: readonly Float32Array[],
    plan: RowPlan,
    numbers: UpdateNumbers,
  ): void;
  /** What `steps` updates with a gradient of zero leave of the memory, as factors, one per tensor of it. */
  fading(steps: number): readonly number[];
}
