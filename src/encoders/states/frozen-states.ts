import type { BuildContext, Node, Tensors } from "../../graph/index.ts";

/**
 * What of an encoder (or of a word feature) is the same for a sentence whatever is trained: its frozen layers, say. Its
 * states can be computed once and read from a cache by every epoch, fold, stage, ensemble member, method and seed; see
 * `cachedEncoder`. A model in use computes them in its graph as ever.
 *
 * @typeParam P a prepared sentence
 * @typeParam E what reads the states: `Encoder` or `WordFeatures`
 */
export interface FrozenStates<P, E> {
  /** Each part that gives states of its own. */
  readonly sources: readonly FrozenSource<P>[];
  /** The same encoder (feature) with the states as inputs, `stateInput(source, output)`, in place of what computes them. */
  readonly above: E;
}

/** One frozen part of an encoder: from a prepared sentence to rows of numbers. */
export interface FrozenSource<P> {
  /** Unique within an encoder: its inputs are `NAME.states.OUTPUT`. */
  readonly name: string;
  /** For people, such as `8 of 8 layers, 768 wide`. */
  readonly about: string;
  /** How it computes, as plain JSON. With the weights that `build` declares and `content` it decides the states. */
  readonly reads: unknown;
  readonly outputs: Readonly<Record<string, StateOutput<P>>>;
  /** All it reads of a sentence: equal content, equal states. */
  content(sentence: P): readonly Int32Array[];
  /**
   * Sentences of equal shape are computed together. Their states must not depend, to the last bit, on which they are:
   * of transformers, no window may be padded for a longer one's sake.
   */
  shape(sentence: P): string;
  /** Its cost: rows on the longest axis. */
  cost(sentence: P): number;
  /** `[axis, dim]` for each of `outputs`. Declares the weights under the names they have in the whole encoder. */
  build(context: BuildContext): Readonly<Record<string, Node>>;
  feed(batch: readonly P[]): Tensors;
}

interface StateOutput<P> {
  /** The symbolic size of its rows: `words`, `sentences`, `pieces` … */
  readonly axis: string;
  readonly dim: number;
  rows(sentence: P): number;
}

/** The name of the input that stands for an output of a source. */
export function stateInput(source: Pick<FrozenSource<never>, "name">, output: string): string {
  return `${source.name}.states.${output}`;
}
