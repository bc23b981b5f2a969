import { z } from "zod";
import type { Node } from "../../graph/index.ts";
import { declared, floatsOf, initialise, softmax } from "../../graph/index.ts";
import { parseConfig } from "../../parse-config.ts";
import type { LabelSet } from "../label-set.ts";
import type { Model, ModelConfig } from "../model.ts";
import { UNLIKELY } from "../unlikely.ts";
import { PRODUCT } from "./biaffine-classifier.ts";
import { createSpanHead } from "./create-span-head.ts";
import { decodeSpans } from "./decode.ts";
import { spanMarginals, vectorsOfSpans } from "./marginals.ts";
import { retrievalMix } from "./retrieval-mix.ts";
import { feedAllSpans } from "./score-all-spans.ts";
import { spanIndex } from "./span-index.ts";
import { spanNodes } from "./span-nodes.ts";
import { widthKeys } from "./width-keys.ts";
/** How spans become entities; what may also be chosen when a model is used. */
export const decodeConfig = z.strictObject({
  mode: z
    .enum(["flat", "nested"])
    .default("flat")
    .describe("flat: no two entities share a word; nested: all are kept"),
  crossing: z.boolean().default(true).describe("For nested: whether entities may overlap without nesting"),
  threshold: z.number().min(0).max(1).default(0).describe("Entities with a lower score are dropped"),
});

/** Retrieval-augmented inference. */
export const retrievalConfig = z.strictObject({
  share: z.number().min(0).max(1).default(0.5).describe("α: how much the class centres count"),
  mix: z
    .enum(["prob", "logprob"])
    .default("prob")
    .describe("Mix probabilities (the paper) or log-probabilities (the authors' code)"),
});

export const spanModelConfig = z.strictObject({
  kind: z.literal("span"),
  head: z.looseObject({ kind: z.string() }),
  maxWidth: z.int().positive(),
  decode: decodeConfig.prefault({}),
  retrieval: retrievalConfig.nullable().default(null),
});

export type SpanModelOptions = Omit<z.input<typeof spanModelConfig>, "kind">;

/** The class centres, beside the trained weights. */
export const CENTRES = "retrieval.centres";

/** A model that scores every span of up to `maxWidth` words and keeps the best: all span methods end in one. */
export function spanModel(
  { labels, dim }: { readonly labels: LabelSet; readonly dim: number },
  options: SpanModelOptions,
): Model {
  const config = parseConfig(spanModelConfig, { kind: "span", ...options }, "the span model");
  const head = createSpanHead({ dim, classes: labels.classes }, config.head);
  const { maxWidth, retrieval } = config;
  const indexOf = (batch: readonly { readonly words: number }[]) =>
    spanIndex(
      batch.map(({ words }) => words),
      maxWidth,
    );

  return {
    config,
    labels,
    axisKeys: new Map([
      ["head.label.weight", [labels.classKeys(), null]],
      ["head.label.bias", [labels.classKeys()]],
      [PRODUCT, [labels.classKeys(), null]],
      [CENTRES, [labels.classKeys(), null]],
      ["head.widths", [widthKeys(maxWidth), null]],
    ]),
    newRows: new Map([
      ["head.label.weight", 0],
      ["head.label.bias", UNLIKELY],
      [PRODUCT, 0],
    ]),
    reads: ["probabilities"],

    build({ parameters }, { words }): Record<string, Node> {
      const context = { parameters, training: false };
      const { scores, vectors } = head.build(context, words, spanNodes());
      if (retrieval === null) return { probabilities: softmax(scores), vectors };
      const centres = declared(context, CENTRES, [labels.classes, head.width], initialise.zeros);
      return { probabilities: retrievalMix(scores, vectors, centres, retrieval), vectors };
    },

    feed: (batch) => feedAllSpans(batch, maxWidth).feeds,

    decode(outputs, batch, chosen = {}) {
      const how = { ...config.decode, ...chosen };
      // Mixed log-probabilities may be negative: no threshold must not drop those.
      const threshold = how.threshold === 0 ? Number.NEGATIVE_INFINITY : how.threshold;
      return decodeSpans(floatsOf(outputs, "probabilities"), indexOf(batch), labels, { ...how, threshold });
    },

    marginals(outputs, batch, options = {}) {
      const isLog = retrieval?.mix === "logprob";
      return spanMarginals(floatsOf(outputs, "probabilities"), indexOf(batch), labels, {
        ...options,
        isLog,
      });
    },

    spanVectors: {
      reads: "vectors",
      of: (outputs, batch, spans) => vectorsOfSpans(floatsOf(outputs, "vectors"), indexOf(batch), spans),
    },
  };
}
