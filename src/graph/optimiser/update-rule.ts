import type { RowPlan } from "../kernels/signatures.ts";
import type { Companion } from "../parameters/parameter-store.ts";

/** The scalars of one update of one parameter. */
export interface UpdateNumbers {
  readonly rate: number;
  readonly decay: number;
  /** The clipping factor for the gradient. */
  readonly gradientScale: number;
  /** Which update of this parameter it is, from 1. */
  readonly update: number;
}

/** What distinguishes optimisers: how weights move, given a gradient and the state kept from earlier ones. */
export interface UpdateRule {
  readonly kind: string;
  /** The state tensors, each the size of the parameter. */
  readonly memory: readonly Extract<Companion, "first" | "second">[];
  /** Updates a whole tensor; all arrays have one length. */
  move(
    values: Float32Array,
    gradient: Float32Array,
    memory: readonly Float32Array[],
    numbers: UpdateNumbers,
  ): void;
  /** Updates some rows of a table, after decaying their state by the plan's factors. The gradient has only these rows. */
  moveRows(
    values: Float32Array,
    gradient: Float32Array,
    memory: readonly Float32Array[],
    plan: RowPlan,
    numbers: UpdateNumbers,
  ): void;
  /** What `steps` updates with a zero gradient leave of the state, as factors, one per state tensor. */
  fading(steps: number): readonly number[];
}
