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
  matmul,
  mul,
  split,
  sub,
  tanh,
} from "../../graph/index.ts";
import { parseConfig } from "../../parse-config.ts";
import type { SpanHead, SpanHeadSizes } from "./span-head.ts";
import type { SpanNodes } from "./span-nodes.ts";
export const spanClassifierConfig = z.strictObject({
  kind: z.literal("span"),
  width: z.int().positive().default(256).describe("Size of a span's vector"),
  dropout: z.number().min(0).lt(1).default(0.4).describe("Share of values dropped in training"),
  dropoutOn: z
    .enum(["parts", "span", "vector"])
    .default("parts")
    .describe(
      "What is dropped: first and last words and their product, each by itself (fast); every value of s_ij (the papers; slow with many spans); or the span's vector",
    ),
});

export type SpanClassifierOptions = Omit<z.input<typeof spanClassifierConfig>, "kind">;

/** The masks of each way of dropout: over which rows, and how many times `dim` (0: the span's vector). */
const masks = {
  parts: [
    ["head.dropout.starts", "words", 1],
    ["head.dropout.ends", "words", 1],
    ["head.dropout.products", "spans", 1],
  ],
  span: [["head.dropout.span", "spans", 4]],
  vector: [["head.dropout.vector", "spans", 0]],
} as const;

/**
 * Scores a span by its first and last word, their difference and their product.
 *
 *     s_ij = h_i ⊕ h_j ⊕ (h_i − h_j) ⊕ (h_i ⊙ h_j)     [WNS, Eq. 2]
 *     r_ij = tanh(W s_ij + b)                          [SCL-RAI, Eq. 3]
 *     o_ij = V r_ij + c                                [WNS, Eq. 3]
 *
 * s_ij is never made: with W = (W₁ W₂ W₃ W₄) by columns, W s_ij = (W₁ + W₃) h_i + (W₂ − W₃) h_j + W₄ (h_i ⊙ h_j). The first
 * two products are made once for each word and looked up, so only the last costs anything per span.
 *
 * The papers drop values of s_ij. What is looked up cannot be dropped span by span, so by default a word as a first
 * word, the same as a last word, and each span's h_i ⊙ h_j have masks of their own: spans with a word in common share
 * that word's mask, and h_i − h_j those of h_i and h_j. `dropoutOn: "span"` is the papers' dropout, for which s_ij has to be made.
 */
export function spanClassifier(
  { dim, classes }: SpanHeadSizes,
  options: SpanClassifierOptions = {},
): SpanHead {
  const config = parseConfig(spanClassifierConfig, { kind: "span", ...options }, "the span classifier");
  const { width, dropout: rate, dropoutOn } = config;
  const columns = (times: number) => (times === 0 ? width : times * dim);

  /** W s_ij + b, split. */
  function splitProduct(words: Node, spans: SpanNodes, weight: Node, bias: Node, [first, last, both]: Masks) {
    const [w1, w2, w3, w4] = split(weight, 1, [dim, dim, dim, dim]);
    const asStart = linear(dropout(words, first), add(w1, w3), bias);
    const asEnd = linear(dropout(words, last), sub(w2, w3));
    const product = dropout(mul(spans.atStart(words), spans.atEnd(words)), both);
    return add(add(spans.atStart(asStart), spans.atEnd(asEnd)), matmul(product, w4, { transposeB: true }));
  }

  /** W s_ij + b, word for word. */
  function wholeProduct(words: Node, spans: SpanNodes, weight: Node, bias: Node, [mask]: Masks) {
    const [start, end] = [spans.atStart(words), spans.atEnd(words)];
    return linear(dropout(concat([start, end, sub(start, end), mul(start, end)], 1), mask), weight, bias);
  }

  return {
    config,
    width,

    build(context, words, spans) {
      const weight = declared(context, "head.span.weight", [width, 4 * dim], initialise.glorotUniform());
      const bias = declared(context, "head.span.bias", [width], initialise.zeros);
      const isDropped = context.training && rate > 0;
      const dropped = isDropped
        ? masks[dropoutOn].map(([name, rows, times]) =>
            input(name, [rows === "words" ? dimAt(words.shape, 0) : spans.count, columns(times)]),
          )
        : [];
      const product = isDropped && dropoutOn === "span" ? wholeProduct : splitProduct;
      const isLate = dropoutOn === "vector";
      const vectors = tanh(product(words, spans, weight, bias, isLate ? [] : dropped));
      const seen = dropout(vectors, isLate ? dropped[0] : undefined);
      return { scores: dense(context, "head.label", seen, classes), vectors: seen };
    },

    feed(rows, random) {
      const feeds: Record<string, Tensor> = {};
      if (random === undefined || rate === 0) return feeds;
      for (const [name, axis, times] of masks[dropoutOn]) {
        feeds[name] = dropoutMask(random, rate, [rows[axis], columns(times)]);
      }
      return feeds;
    },
  };
}

type Masks = readonly (Node | undefined)[];
