import { z } from "zod";
import { floatsOf, sigmoid, type Tensors } from "../../graph/index.ts";
import { parseConfig } from "../../parse-config.ts";
import type { LabelSet } from "../label-set.ts";
import type { Model } from "../model.ts";
import { createSpanHead } from "../span/create-span-head.ts";
import { vectorsOfSpans } from "../span/marginals.ts";
import { spanModel } from "../span/model.ts";
import { feedAllSpans, scoreAllSpans } from "../span/score-all-spans.ts";
import { spanIndex } from "../span/span-index.ts";
import { breakScores } from "./breaks.ts";
import { chunkMarginals, decodeChunks } from "./chunks.ts";
export const chunkDecodeConfig = z.strictObject({
  threshold: z.number().min(0).max(1).default(0).describe("Entities with a lower score are dropped"),
});

export const autonerModelConfig = z.strictObject({
  kind: z.literal("autoner"),
  head: z.looseObject({ kind: z.string() }),
  maxWidth: z.int().positive(),
  decode: chunkDecodeConfig.prefault({}),
});

export type AutonerModelOptions = Omit<z.input<typeof autonerModelConfig>, "kind">;

/** A model that cuts a sentence into chunks, word by word, and gives each chunk a type. [AUTONER, tie or break] */
export function autonerModel(
  { labels, dim }: { readonly labels: LabelSet; readonly dim: number },
  options: AutonerModelOptions,
): Model {
  const config = parseConfig(autonerModelConfig, { kind: "autoner", ...options }, "the model");
  const { maxWidth } = config;
  const head = createSpanHead({ dim, classes: labels.classes }, config.head);
  // Rows of the head mean what they mean in a model of spans.
  const { axisKeys, newRows } = spanModel({ labels, dim }, { head: config.head, maxWidth });
  const indexOf = (batch: readonly { readonly words: number }[]) =>
    spanIndex(
      batch.map(({ words }) => words),
      maxWidth,
    );
  const scoresOf = (outputs: Tensors) => ({
    breaks: floatsOf(outputs, "breaks"),
    types: floatsOf(outputs, "types"),
  });

  return {
    config,
    labels,
    axisKeys,
    newRows,
    reads: ["breaks", "types"],

    build({ parameters }, { words }) {
      const { probabilities, vectors } = scoreAllSpans(head, { parameters }, { words });
      const breaks = sigmoid(breakScores({ parameters, training: false }, words));
      return { breaks, types: probabilities, vectors };
    },

    feed: (batch) => feedAllSpans(batch, maxWidth).feeds,

    decode(outputs, batch, { threshold = config.decode.threshold } = {}) {
      return decodeChunks(scoresOf(outputs), indexOf(batch), labels, threshold);
    },

    marginals: (outputs, batch, options) =>
      chunkMarginals(scoresOf(outputs), indexOf(batch), labels, options),

    spanVectors: {
      reads: "vectors",
      of: (outputs, batch, spans) => vectorsOfSpans(floatsOf(outputs, "vectors"), indexOf(batch), spans),
    },
  };
}
