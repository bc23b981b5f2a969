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
 * earlier ones. All arrays are of one length: a whole tensor, or one row of a table.
 */
export interface UpdateRule {
  readonly kind: string;
  /** The tensors of memory, each the size of the parameter. */
  readonly memory: readonly Extract<Companion, "first" | "second">[];
  move(
    values: Float32Array,
    gradient: Float32Array,
    memory: readonly Float32Array[],
    numbers: UpdateNumbers,
  ): void;
  /** What `steps` updates with a gradient of zero leave of the memory, as factors, one per tensor of it. */
  fading(steps: number): readonly number[];
}
