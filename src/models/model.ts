import type { Entity, Span } from "../data/index.ts";
import type { EncoderOutput, Prepared } from "../encoders/index.ts";
import type { AxisKeys, BuildContext, Node, Tensors } from "../graph/index.ts";
import type { LabelSet } from "./label-set.ts";
import type { OverlapOptions } from "./span/overlap-filter.ts";
/**
 * What stands on top of an encoder when a model is used: how word vectors become entities.
 *
 * Like an encoder it works in steps that must agree: `build` adds it to a graph for inference and names the outputs,
 * `feed` gives the numbers of a batch for the inputs it named, and `decode` reads the outputs.
 *
 * To add one, write a function that returns this interface and list it in `models` (./create-model.ts).
 */
export interface Model {
  /** Everything needed to make this model again beside its labels, sizes and weights. Plain JSON, saved. */
  readonly config: ModelConfig;
  readonly labels: LabelSet;
  /** What rows of its weights stand for: classes, tags, types, widths. So that a model of other labels can take them over. */
  readonly axisKeys: AxisKeys;
  /**
   * What rows of labels begin with that a model is given in addition, by the weights' names: so that a new label takes
   * nothing from the others before it is learnt. Rows of other weights begin as drawn.
   */
  readonly newRows: ReadonlyMap<string, number>;
  /** The outputs that `decode` reads. `build` may name others, which a saved model offers as well (span vectors). */
  readonly reads: readonly string[];
  build(context: Pick<BuildContext, "parameters">, output: EncoderOutput): Readonly<Record<string, Node>>;
  feed(batch: readonly Prepared[]): Tensors;
  /** The entities of each sentence, in reading order. */
  decode(outputs: Tensors, batch: readonly Prepared[], options?: DecodeOptions): ScoredEntity[][];
  /** Every label of every span of at least a probability, none chosen over another, from the outputs that `decode` reads. */
  marginals(outputs: Tensors, batch: readonly Prepared[], options?: MarginalOptions): ScoredEntity[][];
  /** The vectors by which the model tells spans apart; absent for a model that makes none. */
  readonly spanVectors?: SpanVectors;
}

export interface DecodeOptions extends OverlapOptions {
  /** Entities with a lower score are dropped. */
  readonly threshold?: number;
}

export interface MarginalOptions {
  /** The lowest probability that is of interest; default: 0.01. */
  readonly floor?: number;
}

/** An entity that a model found. */
export interface ScoredEntity extends Entity {
  readonly score: number;
}

/** How vectors of spans are had from a model. */
export interface SpanVectors {
  /** The output that they are made from. Models saved before there was such an output lack it. */
  readonly reads: string;
  /** One row for each of the given spans, sentence by sentence. */
  of(outputs: Tensors, batch: readonly Prepared[], spans: readonly (readonly Span[])[]): Float32Array[];
}

/** The saved description of a model; `kind` says which it is. */
export interface ModelConfig {
  readonly kind: string;
  readonly [key: string]: unknown;
}
