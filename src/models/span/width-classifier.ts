import { z } from "zod";
import type { Tensor } from "../../graph/index.ts";
import {
  add,
  declared,
  dense,
  dropout,
  dropoutMask,
  gather,
  initialise,
  input,
  linear,
  relu,
  split,
} from "../../graph/index.ts";
import { parseConfig } from "../../parse-config.ts";
import type { SpanHead, SpanHeadSizes } from "./span-head.ts";
export const widthClassifierConfig = z.strictObject({
  kind: z.literal("width"),
  maxWidth: z.int().positive().default(10).describe("Words of the widest span that can be scored"),
  embedding: z.int().positive().default(150).describe("Size of the vector of a width"),
  width: z.int().positive().default(150).describe("Size of both hidden layers"),
  dropout: z.number().min(0).lt(1).default(0.2).describe("Share of values dropped after each hidden layer"),
});

export type WidthClassifierOptions = Omit<z.input<typeof widthClassifierConfig>, "kind">;

const LAYERS = ["head.hidden.0", "head.hidden.1"] as const;

/**
 * Scores a span by its first and last word and by how many words it has, through two layers.
 *
 *     H_ij = h_i ⊕ h_j ⊕ w_{j−i}            [NRCES, Eq. 2]
 *     r_ij = relu(W₂ relu(W₁ H_ij + b₁) + b₂)
 *     o_ij = V r_ij + c
 *
 * H_ij is never made: W₁ is applied once to each word as first word, as last word, and to each width; a span adds up
 * three rows. h_i and h_j are the vectors the encoder gives for the two words; the paper takes the first piece of
 * one and the last of the other, the encoder's pooling takes the same piece of both.
 */
export function widthClassifier(
  { dim, classes }: SpanHeadSizes,
  options: WidthClassifierOptions = {},
): SpanHead {
  const config = parseConfig(widthClassifierConfig, { kind: "width", ...options }, "the width classifier");
  const { maxWidth, embedding, width, dropout: rate } = config;

  return {
    config,
    width,

    build(context, words, spans) {
      const [first, second] = LAYERS.map((layer) =>
        context.training && rate > 0 ? input(`${layer}.dropout`, [spans.count, width]) : undefined,
      );
      const widths = declared(context, "head.widths", [maxWidth, embedding], initialise.normal(0.02));
      const weight = declared(
        context,
        `${LAYERS[0]}.weight`,
        [width, 2 * dim + embedding],
        initialise.glorotUniform(),
      );
      const bias = declared(context, `${LAYERS[0]}.bias`, [width], initialise.zeros);
      const [atStart, atEnd, atWidth] = split(weight, 1, [dim, dim, embedding]);
      const sum = add(
        add(spans.atStart(linear(words, atStart)), spans.atEnd(linear(words, atEnd))),
        // A span wider than `maxWidth` has no row here, and the run fails rather than score it by another width.
        gather(linear(widths, atWidth, bias), spans.extents),
      );
      const hidden = dropout(relu(sum), first);
      const vectors = dropout(relu(dense(context, LAYERS[1], hidden, width)), second);
      return { scores: dense(context, "head.label", vectors, classes), vectors };
    },

    feed({ spans }, random) {
      const feeds: Record<string, Tensor> = {};
      if (random === undefined || rate === 0) return feeds;
      for (const layer of LAYERS) feeds[`${layer}.dropout`] = dropoutMask(random, rate, [spans, width]);
      return feeds;
    },
  };
}
