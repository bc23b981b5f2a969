import { z } from "zod";
import type { AxisKeys, BuildContext, NamePattern, Node, Tensors } from "../../graph/index.ts";
import type { Random } from "../../random.ts";
import type { PrepareOptions } from "../encoder.ts";
import type { FrozenStates } from "../states/frozen-states.ts";

/**
 * One source of information about words (hashed spelling, a pretrained vector, a dictionary hit …) as a vector per
 * word. Features are concatenated as the input of `cnn` and `bilstm`, and join the output of a transformer.
 *
 * As with `Encoder`, `prepare` runs once per sentence, `build` names inputs, `feed` fills them. Inputs and parameters
 * are prefixed with the feature's name, so that several can be combined.
 */
export interface WordFeatures<P = unknown> {
  readonly name: string;
  /** The size of the vector it gives each word. */
  readonly dim: number;
  readonly config: { readonly kind: string; readonly [key: string]: unknown };
  files(): Promise<ReadonlyMap<string, Uint8Array>>;
  /** What rows of its tables stand for; default: all mean themselves. */
  readonly axisKeys?: AxisKeys;
  /** Weights that are not trained. Default: none. */
  readonly frozen?: readonly NamePattern[];
  /** What of it gives a sentence the same states whatever is trained, so that they can be cached. Default: nothing. */
  readonly states?: FrozenStates<P, WordFeatures<P>>;
  prepare(words: readonly string[], options?: PrepareOptions): P;
  /** Adds the feature to a graph: `["words", dim]`, packed. */
  build(context: BuildContext): Node;
  feed(batch: readonly P[], random?: Random): Tensors;
}

/** Feature names are part of parameter and size names, so they must be plain identifiers. */
export const featureName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]*$/, "a feature's name has letters, digits and _ and starts with a letter")
  .describe("Name of the feature, unique within an encoder");
