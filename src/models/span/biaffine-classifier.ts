import { z } from "zod";
import type { Node, Tensor } from "../../graph/index.ts";
import {
  add,
  concat,
  declared,
  dense,
  dimAt,
  dropout,
  dropoutMask,
  initialise,
  input,
  linear,
  mul,
  reduceSum,
  relu,
  reshape,
  unsqueeze,
} from "../../graph/index.ts";
import { parseConfig } from "../../parse-config.ts";
import type { SpanHead, SpanHeadSizes } from "./span-head.ts";
export const biaffineClassifierConfig = z.strictObject({
  kind: z.literal("biaffine"),
  width: z.int().positive().default(150).describe("Size of the vectors of a first and of a last word"),
  dropout: z.number().min(0).lt(1).default(0.2).describe("Share of values dropped in these vectors"),
});

export type BiaffineClassifierOptions = Omit<z.input<typeof biaffineClassifierConfig>, "kind">;

/** The two layers, of a word as the first of a span and as the last. */
const [STARTS, ENDS] = ["head.starts", "head.ends"];

/** The weights of the product: `[classes, width · width]`. */
export const PRODUCT = "head.biaffine";

/**
 * Scores a span by a product of its first and last word, with a matrix for each class.
 *
 *     h_s = relu(W_s x_i + b_s),   h_e = relu(W_e x_j + b_e)
 *     o_ij = h_sᵀ U h_e + W (h_s ⊕ h_e) + b                       [BIAFFINE, scores]
 *
 * U h_e is made once for each word, so that a span costs a look-up and a product of `classes` rows.
 */
export function biaffineClassifier(
  { dim: _, classes }: SpanHeadSizes,
  options: BiaffineClassifierOptions = {},
): SpanHead {
  const config = parseConfig(
    biaffineClassifierConfig,
    { kind: "biaffine", ...options },
    "the biaffine classifier",
  );
  const { width, dropout: rate } = config;

  return {
    config,
    width: 2 * width,

    build(context, words, spans) {
      const isDropped = context.training && rate > 0;
      const layer = (name: string): Node => {
        const mask = isDropped ? input(`${name}.dropout`, [dimAt(words.shape, 0), width]) : undefined;
        return dropout(relu(dense(context, name, words, width)), mask);
      };
      const [starts, ends] = [layer(STARTS), layer(ENDS)];
      const product = declared(context, PRODUCT, [classes, width * width], initialise.glorotUniform());
      const [start, end] = [spans.atStart(starts), spans.atEnd(ends)];
      const mapped = spans.atEnd(linear(ends, reshape(product, [classes * width, width])));
      const both = mul(reshape(mapped, [spans.count, classes, width]), unsqueeze(start, 1));
      const vectors = concat([start, end], 1);
      return { scores: add(reduceSum(both, 2), dense(context, "head.label", vectors, classes)), vectors };
    },

    feed({ words }, random) {
      const feeds: Record<string, Tensor> = {};
      if (random === undefined || rate === 0) return feeds;
      for (const layer of [STARTS, ENDS])
        feeds[`${layer}.dropout`] = dropoutMask(random, rate, [words, width]);
      return feeds;
    },
  };
}
