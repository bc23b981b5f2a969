import type { BuildContext, Node, Tensors } from "../../graph/index.ts";
import type { Random } from "../../random.ts";
import type { SpanNodes } from "./span-nodes.ts";
/**
 * Scores spans by the vectors of their words: what stands on top of an encoder.
 *
 * Like an encoder, `build` adds it to a graph and `feed` gives the numbers for the inputs that `build` named. Its weights
 * are all called `head.…`.
 */
export interface SpanHead {
  /** Everything needed to make this head again beside its sizes and weights. Plain JSON, saved with the model. */
  readonly config: SpanHeadConfig;
  /** How large the vector of a span is. */
  readonly width: number;
  /**
   * Scores any list of spans. In a graph for training, only one list may be scored with `training` (the masks belong to
   * it); others, such as the pool to draw negatives from, take the context with `training: false`.
   *
   * @param words `["words", dim]` from an encoder
   */
  build(context: BuildContext, words: Node, spans: SpanNodes): SpanScores;
  /** Dropout masks of a training batch; without `random`, nothing. */
  feed(rows: { readonly words: number; readonly spans: number }, random?: Random): Tensors;
}

/** What a head knows of the model around it. */
export interface SpanHeadSizes {
  /** The size of a word's vector: the encoder's `dim`. */
  readonly dim: number;
  /** How many classes there are, "no entity" included. */
  readonly classes: number;
}

export interface SpanScores {
  /** `[spans, classes]`, before the softmax. */
  readonly scores: Node;
  /** `[spans, width]`: what the last layer reads, for contrastive losses and retrieval. */
  readonly vectors: Node;
}

/** The saved description of a head; `kind` says which it is. */
export interface SpanHeadConfig {
  readonly kind: string;
  readonly [key: string]: unknown;
}
