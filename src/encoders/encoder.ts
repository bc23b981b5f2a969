import type { AxisKeys, BuildContext, NamePattern, Node, Tensors } from "../graph/index.ts";
import type { Random } from "../random.ts";
import type { FrozenStates } from "./states/frozen-states.ts";

/**
 * Turns words into vectors.
 *
 * An encoder works in three steps that must agree. `prepare` does what can be done once per sentence (word-pieces,
 * hashes, look-ups); its result is kept for all epochs. `build` adds the encoder to a graph and names its inputs.
 * `feed` produces the tensors of a batch for those inputs.
 *
 * Batches are packed: the words of all sentences follow one another on one axis, without padding. Everything above
 * this interface sees words, never word-pieces.
 *
 * To add one, write a function that returns this interface and list it in `encoders` (./create-encoder.ts).
 */
export interface Encoder<P extends Prepared = Prepared> {
  /** The size of each word's vector. */
  readonly dim: number;
  /** The members of an ensemble: each trains independently, with its own weights. */
  readonly members?: readonly Encoder<P>[];
  /** Everything needed to restore this encoder, except its weights and `files`. Plain JSON, saved with the model. */
  readonly config: EncoderConfig;
  /** Further files that belong to it (a tokeniser, a vocabulary), by name, saved beside the config. */
  files(): Promise<ReadonlyMap<string, Uint8Array>>;
  /** What rows of its tables stand for, for a run that begins with the weights of another; default: all mean themselves. */
  readonly axisKeys?: AxisKeys;
  /** Weights that are not trained, for `ParameterStore.freeze`. Default: none. */
  readonly frozen?: readonly NamePattern[];
  /** What of it gives a sentence the same states whatever is trained, so that they can be cached. Default: nothing. */
  readonly states?: FrozenStates<P, Encoder<P>>;
  /** Of an encoder that reads states from a cache (`cachedEncoder`): the encoder that computes them itself. */
  readonly whole?: Encoder<P>;
  /** Of the same: computes the states of sentences that are not in the cache yet. Must come before `feed`. */
  ready?(sentences: readonly P[]): Promise<void>;
  prepare(words: readonly string[], options?: PrepareOptions): P;
  build(context: BuildContext): EncoderOutput;
  /** Tensors for the inputs that `build` named. With `random` the batch is for training, and dropout is drawn from it. */
  feed(batch: readonly P[], random?: Random): Tensors;
}

/** Options for preparing one sentence. */
export interface PrepareOptions {
  /**
   * For training sentences: dictionary hits that the encoder must not see, so that the dictionary covers no more than
   * it does in new text (see cross-fit.ts). Words `start` … `end` − 1.
   */
  readonly isHidden?: (start: number, end: number, label: string) => boolean;
  /** For training sentences: the drop rates for the other hits, overriding those of the feature. */
  readonly drop?: HitDrop;
  /** The pieces of this sentence that were part of a feature's counts; their own contribution is subtracted. */
  readonly counted?: readonly (readonly string[])[];
}

/** Drop rates of dictionary hits in training: for single hits, and for all hits of a sentence. */
export interface HitDrop {
  readonly hit: number;
  readonly sentence: number;
}

/** A sentence prepared for one encoder. */
export interface Prepared {
  /** Words of the sentence, which are its rows of the output. */
  readonly words: number;
  /** Its cost: rows on the longest axis (word-pieces for a transformer). Batches are made of sentences of similar cost. */
  readonly cost: number;
  /** Positions of words that the encoder could not read and gave a zero vector. Nearly always empty; never silent. */
  readonly unseen: readonly number[];
}

/** How many words a batch has: rows of the output. */
export function totalWords(batch: readonly Pick<Prepared, "words">[]): number {
  return batch.reduce((sum, { words }) => sum + words, 0);
}

/** The output. Its two sizes have these names in every graph, so that heads can refer to them. */
export interface EncoderOutput {
  /** `["words", dim]`: the words of all sentences of the batch, one sentence after another. */
  readonly words: Node;
  /** `["sentences", dim]`: one vector for each sentence as a whole. */
  readonly sentences: Node;
  /** The word vectors of each member of an ensemble; concatenated, they are `words`. */
  readonly members?: readonly Node[];
}

/** The saved description of an encoder; `kind` says which it is. */
export interface EncoderConfig {
  readonly kind: string;
  readonly [key: string]: unknown;
}
