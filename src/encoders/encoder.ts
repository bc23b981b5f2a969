import type { BuildContext, NamePattern, Node, Tensors } from "../graph/index.ts";
import type { Random } from "../random.ts";

/**
 * Turns words into vectors.
 *
 * An encoder works in three steps that must agree. `prepare` does what can be done once per sentence
 * (word-pieces, hashes, look-ups), so that its result is kept over all epochs. `build` adds the encoder to
 * a graph and names its inputs. `feed` produces the numbers of a batch for those inputs.
 *
 * Batches are packed: the words of all sentences stand one after another on one axis, without padding.
 * Everything above this interface sees words and never a word-piece.
 *
 * To add one, write a function that returns this interface and list it in `encoders` (./create-encoder.ts).
 */
export interface Encoder<P extends Prepared = Prepared> {
  /** The size of each word's vector. */
  readonly dim: number;
  /** The members of an ensemble: each trains independently, with its own weights. */
  readonly members?: readonly Encoder<P>[];
  /** Everything needed to make this encoder again, but for its weights and `files`. Plain JSON, saved with the model. */
  readonly config: EncoderConfig;
  /** Further files that belong to it (a tokeniser, a vocabulary), by name, to be saved beside the config. */
  files(): Promise<ReadonlyMap<string, Uint8Array>>;
  /** Weights that training must leave alone, for `ParameterStore.freeze`. Default: none. */
  readonly frozen?: readonly NamePattern[];
  prepare(words: readonly string[], options?: PrepareOptions): P;
  build(context: BuildContext): EncoderOutput;
  /** Numbers for the inputs that `build` named. With `random` the batch is for training, and dropout is drawn from it. */
  feed(batch: readonly P[], random?: Random): Tensors;
}

/** What may be different for one sentence. */
export interface PrepareOptions {
  /**
   * For sentences to train on: dictionary hits that the encoder must not see, so that the dictionary is no
   * better known there than in new text (see cross-fit.ts). Words `start` … `end` − 1.
   */
  readonly isHidden?: (start: number, end: number, label: string) => boolean;
  /** For sentences to train on: how many of the other hits are dropped, in place of what the feature does with all. */
  readonly drop?: HitDrop;
  /** For sentences of which a feature has counted something: the pieces that it has, so that they do not count for themselves. */
  readonly counted?: readonly (readonly string[])[];
}

/** Dictionary hits that training does not see: each by itself, and all of a sentence, as shares. */
export interface HitDrop {
  readonly hit: number;
  readonly sentence: number;
}

/** A sentence made ready for one encoder. */
export interface Prepared {
  /** How many words the sentence has; `words` rows of the output belong to it. */
  readonly words: number;
  /** What it costs: rows on the longest axis (word-pieces for a transformer). Batches are made of like costs. */
  readonly cost: number;
  /** Words that the encoder could not look at and gave an empty vector, as positions. Empty in nearly all cases; never silent. */
  readonly unseen: readonly number[];
}

/** How many words a batch has: rows of the output. */
export function totalWords(batch: readonly Pick<Prepared, "words">[]): number {
  return batch.reduce((sum, { words }) => sum + words, 0);
}

/** What comes out. The two sizes have these names in every graph, so that heads can name them too. */
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
