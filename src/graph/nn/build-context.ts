import type { ParameterStore } from "../parameters/parameter-store.ts";

export interface BuildContext {
  /** Declares the weights, and mostly holds them; an encoder prefixes its own with `encoder.`. */
  readonly parameters: Pick<ParameterStore, "declare">;
  /** Whether the graph is for training: only then does it have inputs for dropout masks. */
  readonly training: boolean;
}
