import { z } from "zod";
import { chainMarginals, chainTransitions, scoreTransitions, viterbiDecoder } from "../../chains/index.ts";
import type { Prepared } from "../../encoders/index.ts";
import { entryAt, zip } from "../../entries.ts";
import { floatsOf, type Tensors } from "../../graph/index.ts";
import { parseConfig } from "../../parse-config.ts";
import type { LabelSet } from "../label-set.ts";
import type { Model, ScoredEntity } from "../model.ts";
import { MARGINAL_FLOOR } from "../span/marginals.ts";
import { decodeConfig } from "../span/model.ts";
import { UNLIKELY } from "../unlikely.ts";
import { tagEnsemble } from "./ensemble.ts";
import { tagMarginals } from "./marginals.ts";
import { headScopes, tagHeadConfig } from "./tag-head.ts";
import { tagSet } from "./tag-set.ts";
import { legalTransitions } from "./transitions.ts";
export const taggerModelConfig = z.strictObject({
  kind: z.literal("tagger"),
  decoder: z
    .enum(["softmax", "crf"])
    .default("crf")
    .describe("Whether tags are scored each by itself or with learned scores for what follows what"),
  scheme: z.enum(["io", "iob2", "iobes"]).default("iobes").describe("How entities are spelt as tags"),
  head: tagHeadConfig.prefault({}),
  nonEntity: z
    .boolean()
    .default(false)
    .describe("Whether there is a type for spans that name nothing, which means O in the end"),
  decode: decodeConfig.prefault({}),
  members: z
    .int()
    .positive()
    .default(1)
    .describe(
      "How many encoders of an ensemble score the tags, each with a head of its own; their mean counts",
    ),
});

export type TaggerModelOptions = Omit<z.input<typeof taggerModelConfig>, "kind">;

interface TaggerModelParts {
  readonly labels: LabelSet;
  /** The size of the encoder's word vectors. */
  readonly dim: number;
  /** Ask this member of an ensemble alone, from 0; default: all. */
  readonly only?: number | undefined;
}

/** A model that gives each word a tag: all token methods end in one. */
export function taggerModel(
  { labels, dim, only }: TaggerModelParts,
  options: TaggerModelOptions = {},
): Model {
  const config = parseConfig(taggerModelConfig, { kind: "tagger", ...options }, "the tagger model");
  const { decoder, scheme, nonEntity } = config;
  const tags = tagSet(labels, { scheme, nonEntity });
  const ensemble = tagEnsemble({ dim, tags: tags.count, members: config.members }, config.head);
  const alone = only === undefined ? undefined : { member: entryAt(ensemble.members, only), number: only };
  const moves = chainTransitions(tags.count, tags);
  // In IOBES the tags of an entity say where it begins and ends; in the others those of its neighbours do.
  const isContinued = scheme === "iobes" ? undefined : tags.isContinued;

  return {
    config,
    labels,
    axisKeys: new Map(headScopes(config.members).flatMap(keysOf)),
    newRows: new Map(
      headScopes(config.members).flatMap((scope): [string, number][] => [
        [`${scope}.tag.weight`, 0],
        [`${scope}.tag.bias`, UNLIKELY],
      ]),
    ),
    reads: decoder === "crf" ? ["emissions", "transitions", "start", "end"] : ["emissions"],

    build({ parameters }, output) {
      const context = { parameters, training: false };
      const { words, members = [words] } = output;
      const emissions =
        alone === undefined
          ? ensemble.scores(context, output)
          : alone.member.scores(context, entryAt(members, alone.number));
      if (decoder === "softmax") return { emissions, vectors: words };
      const { transitions, start, end } = legalTransitions(
        (alone?.member ?? ensemble).transitions(context),
        tags,
      );
      return { emissions, transitions, start, end, vectors: words };
    },

    feed: () => ({}),

    /**
     * The entities of the best legal tag sequence, each with its exact probability. Without learned transitions every
     * legal sequence is as likely as its tags: the softmax of each word, given that the sequence is legal.
     */
    decode(outputs, batch, chosen = {}) {
      const { threshold } = { ...config.decode, ...chosen };
      const weighed = weighedBy(outputs);
      const bestPath = viterbiDecoder(weighed);
      const marginalsOf = chainMarginals(weighed);
      return sentencesOf(outputs, batch).map((sentence): ScoredEntity[] => {
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

    marginals(outputs, batch, { floor = MARGINAL_FLOOR } = {}) {
      const marginalsOf = chainMarginals(weighedBy(outputs));
      return sentencesOf(outputs, batch).map((sentence) =>
        tagMarginals(marginalsOf(sentence), sentence.words, { tags, labels, floor }),
      );
    },

    /** A span's vector is that of its first word and that of its last. */
    spanVectors: {
      reads: "vectors",
      of(outputs, batch, spans) {
        const values = floatsOf(outputs, "vectors");
        let row = 0;
        return zip(batch, spans).map(([{ words }, own]) => {
          const found = new Float32Array(own.length * 2 * dim);
          for (const [at, { start, end }] of own.entries()) {
            [start, end - 1].forEach((word, half) => {
              const from = (row + word) * dim;
              found.set(values.subarray(from, from + dim), (2 * at + half) * dim);
            });
          }
          row += words;
          return found;
        });
      },
    },
  };

  function keysOf(scope: string): [string, readonly (readonly string[] | null)[]][] {
    const { keys } = tags;
    return [
      // By angles, rows of this layer are no tags.
      ...(config.head.angles
        ? []
        : [
            [`${scope}.tag.weight`, [keys, null]] as [string, (readonly string[] | null)[]],
            [`${scope}.tag.bias`, [keys]] as [string, (readonly string[] | null)[]],
          ]),
      [`${scope}.transitions`, [keys, keys]],
      [`${scope}.start`, [keys]],
      [`${scope}.end`, [keys]],
    ];
  }

  function weighedBy(outputs: Tensors) {
    if (decoder === "softmax") return scoreTransitions(moves);
    const [transitions, start, end] = ["transitions", "start", "end"].map((name) => floatsOf(outputs, name));
    return scoreTransitions(moves, { transitions, start, end });
  }

  /** Where each sentence's scores stand. */
  function sentencesOf(outputs: Tensors, batch: readonly Prepared[]) {
    const data = floatsOf(outputs, "emissions");
    const rows = batch.reduce((sum, { words }) => sum + words, 0);
    if (data.length !== rows * tags.count) {
      throw new Error(`${data.length} numbers are not ${rows} words × ${tags.count} tags`);
    }
    let row = 0;
    return batch.map(({ words }) => {
      row += words;
      return { emissions: data, row: row - words, words };
    });
  }
}
