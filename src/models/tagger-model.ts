import { z } from "zod";
import { chainMarginals, chainMoves, viterbiDecoder, weighMoves } from "../chains/index.ts";
import type { Entity } from "../data/index.ts";
import { parseConfig } from "../encoders/parse-config.ts";
import type { LabelSet } from "./label-set.ts";
import type { Model, ModelConfig } from "./model.ts";
import { decodeConfig } from "./span-model.ts";
import { tagHead, tagHeadConfig } from "./tag-head.ts";
import { tagSet } from "./tag-set.ts";
import { learnedTransitions, legalTransitions } from "./transitions.ts";

export const taggerModelConfig = z.strictObject({
  kind: z.literal("tagger"),
  decoder: z
    .enum(["softmax", "crf"])
    .default("crf")
    .describe("Whether tags are scored each by itself or with learned scores for what follows what"),
  scheme: z.enum(["iob2", "iobes", "bmes"]).default("iobes").describe("How entities are spelt as tags"),
  head: tagHeadConfig.prefault({}),
  nonEntity: z
    .boolean()
    .default(false)
    .describe("Whether there is a type for spans that name nothing, which means O in the end"),
  decode: decodeConfig.prefault({}),
});

export type TaggerModelOptions = Omit<z.input<typeof taggerModelConfig>, "kind">;

/** A model that gives each word a tag: all token methods end in one. */
export function taggerModel(
  { labels, dim }: { readonly labels: LabelSet; readonly dim: number },
  options: TaggerModelOptions = {},
): Model {
  const config = parseConfig(taggerModelConfig, { kind: "tagger", ...options }, "the tagger model");
  const { decoder, scheme, nonEntity } = config;
  const tags = tagSet(labels, { scheme, nonEntity });
  const head = tagHead({ dim, tags: tags.count }, config.head);
  const moves = chainMoves(tags.count, tags);
  // In IOB2 the last tag of an entity does not say that it ends there; in the others it does.
  const isContinued = scheme === "iob2" ? tags.isContinued : undefined;

  return {
    config: config as ModelConfig,
    labels,
    reads: decoder === "crf" ? ["emissions", "transitions", "start", "end"] : ["emissions"],

    build({ parameters }, { words }) {
      const context = { parameters, training: false };
      const emissions = head.build(context, words);
      if (decoder === "softmax") return { emissions };
      const { transitions, start, end } = legalTransitions(learnedTransitions(context, tags.count), tags);
      return { emissions, transitions, start, end };
    },

    feed: () => ({}),

    /**
     * The entities of the best legal tag sequence, each with its exact probability. Without learned transitions every
     * legal sequence is as likely as its tags: the softmax of each word, given that the sequence is legal.
     */
    decode({ emissions, transitions, start, end }, batch, chosen = {}) {
      const { threshold } = { ...config.decode, ...chosen };
      const weighed = weighMoves(moves, {
        transitions: transitions?.data as Float32Array | undefined,
        start: start?.data as Float32Array | undefined,
        end: end?.data as Float32Array | undefined,
      });
      const bestPath = viterbiDecoder(weighed);
      const marginalsOf = chainMarginals(weighed);
      const data = emissions!.data as Float32Array;
      const rows = batch.reduce((sum, { words }) => sum + words, 0);
      if (data.length !== rows * tags.count) {
        throw new Error(`${data.length} numbers are not ${rows} words × ${tags.count} tags`);
      }
      let row = 0;
      return batch.map(({ words }): Entity[] => {
        const sentence = { emissions: data, row, words };
        row += words;
        const { path } = bestPath(sentence);
        const spans = tags.decode(path);
        if (spans.length === 0) return [];
        const marginals = marginalsOf(sentence);
        return spans
          .map((span) => ({
            ...span,
            score: marginals.segment(path, span.start, span.end, isContinued),
          }))
          .filter(({ score }) => score >= threshold);
      });
    },
  };
}
