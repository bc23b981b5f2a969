import type { NamePattern } from "../parameters/name-pattern.ts";
import type { StoredTensor } from "../parameters/safetensors-file.ts";
import type { RowIndices } from "./sum-rows.ts";

/** The gradient of one parameter as numbers: all of them, or those of the rows of a table that were read. */
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

/** What every optimiser can be told. */
export interface OptimiserOptions {
  readonly learningRate: number;
  readonly weightDecay?: number;
  /** The first group that matches a parameter's name counts; the others take `learningRate` and `weightDecay`. */
  readonly groups?: readonly ParameterGroup[];
  /** Gradients are scaled down together when their common norm is larger than this. */
  readonly clipNorm?: number;
}

/** What a step did. */
export interface StepReport {
  /** The norm of all gradients together, before clipping; only known when `clipNorm` is set. */
  readonly norm: number | undefined;
  /** False when the norm was not a finite number: then nothing was changed. */
  readonly applied: boolean;
}

/** Everything an optimiser remembers: tensors for a safetensors file, the rest for JSON. */
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
 * Moves parameters against their gradients, in place.
 *
 * A table with row gradients is updated lazily: rows that were not read neither move nor decay. A
 * row's momentum does fade meanwhile, which is made good when the row is next read.
 */
export interface Optimiser {
  /** One update; the schedule's `rateFactor` multiplies every learning rate. */
  step(gradients: GradientsByName, rateFactor?: number): StepReport;
  state(): OptimiserState;
  /** Goes back to a state, bit for bit. */
  restore(state: OptimiserState): void;
}
