import type { NamePattern } from "../parameters/name-pattern.ts";
import type { StoredTensor } from "../parameters/safetensors-file.ts";
import type { RowIndices } from "./sum-rows.ts";

/** The gradient of one parameter: dense, or only the rows of a table that were read. */
export type GradientValues =
  | { readonly kind: "dense"; readonly values: Float32Array }
  | { readonly kind: "rows"; readonly indices: RowIndices; readonly rows: Float32Array };

/** By parameter name. A parameter that is not listed is left as it is. */
export type GradientsByName = ReadonlyMap<string, GradientValues>;

/** Parameters with a learning rate or weight decay of their own. */
export interface ParameterGroup {
  /** Names with wildcards: `["*.bias", "*norm*"]`. */
  readonly match: readonly NamePattern[];
  readonly learningRate?: number;
  readonly weightDecay?: number;
}

/** Options of every optimiser. */
export interface OptimiserOptions {
  readonly learningRate: number;
  readonly weightDecay?: number;
  /** The first group that matches a parameter's name counts; the others take `learningRate` and `weightDecay`. */
  readonly groups?: readonly ParameterGroup[];
  /** Clips the global norm of the gradients to this value. */
  readonly clipNorm?: number;
}

/** The outcome of a step. */
export interface StepReport {
  /** The global norm before clipping; only known when `clipNorm` is set. */
  readonly norm: number | undefined;
  /** False if the norm was not finite: then nothing was changed. */
  readonly applied: boolean;
}

/** The state of an optimiser: tensors for a safetensors file, the rest for JSON. */
export interface OptimiserState {
  readonly info: OptimiserInfo;
  /** The optimiser's own arrays: write or copy them before the next step. */
  readonly tensors: ReadonlyMap<string, StoredTensor>;
}

export interface OptimiserInfo {
  readonly kind: string;
  /** How many updates each parameter has had. */
  readonly updates: readonly (readonly [name: string, count: number])[];
}

/**
 * Updates parameters in place.
 *
 * A table with row gradients is updated lazily: rows that were not read neither move nor decay. Their momentum does
 * decay; that is caught up on when the row is next read.
 */
export interface Optimiser {
  /** One update; the schedule's `rateFactor` multiplies every learning rate. */
  step(gradients: GradientsByName, rateFactor?: number): StepReport;
  state(): OptimiserState;
  /** Restores a state, bit for bit. */
  restore(state: OptimiserState): void;
}
