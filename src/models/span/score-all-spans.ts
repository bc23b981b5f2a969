import type { EncoderOutput } from "../../encoders/index.ts";
import type { BuildContext, Node, Tensors } from "../../graph/index.ts";
import { softmax } from "../../graph/index.ts";
import type { SpanHead } from "./span-head.ts";
import { type SpanIndex, spanIndex } from "./span-index.ts";
import { feedSpans, spanNodes } from "./span-nodes.ts";
/** What a model says about every span. */
export interface AllSpans {
  /** `[NAME, classes]`: the softmax of the scores. */
  readonly probabilities: Node;
  /** `[NAME, width]`: the spans' vectors, for retrieval. */
  readonly vectors: Node;
}

/**
 * Adds to a graph what tagging needs: the probabilities of a fed list of spans, without dropout, as `decodeSpans`
 * takes them. Also of use in a graph for training, under another name, to see what the current model thinks.
 *
 *     z_ij = softmax(o_ij)     [SCL-RAI, Eq. 4]
 */
export function scoreAllSpans(
  head: SpanHead,
  { parameters }: Pick<BuildContext, "parameters">,
  { words }: Pick<EncoderOutput, "words">,
  name = "spans",
): AllSpans {
  const { scores, vectors } = head.build({ parameters, training: false }, words, spanNodes({ name }));
  return { probabilities: softmax(scores), vectors };
}

/** All spans of up to `maxWidth` words of a packed batch, and the numbers for the inputs of `scoreAllSpans`. */
export function feedAllSpans(
  batch: readonly { readonly words: number }[],
  maxWidth: number,
  name = "spans",
): { readonly index: SpanIndex; readonly feeds: Tensors } {
  const index = spanIndex(
    batch.map(({ words }) => words),
    maxWidth,
  );
  return { index, feeds: feedSpans(index, { name }) };
}
