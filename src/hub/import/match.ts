import type { Weights } from "./onnx-constants.ts";

/** The weights of a model as its graph holds them. */
export interface Recovered {
  /** By parameter name; each is computed when it is asked for. */
  readonly weights: ReadonlyMap<string, () => Weights>;
  /** The value of the graph that holds the states of the last layer. */
  readonly states: string;
}

/** What a way of looking for the weights found. */
export interface Match extends Recovered {
  /** The parameters that it did not find. */
  readonly missing: readonly string[];
}
