import { z } from "zod";
import { compareEntities } from "../../data/index.ts";
import type { BuildContext, Node } from "../../graph/index.ts";
import { dense, dimAt, floatsOf, reshape } from "../../graph/index.ts";
import { parseConfig } from "../../parse-config.ts";
import type { LabelSet } from "../label-set.ts";
import type { Model, ScoredEntity } from "../model.ts";
import { MARGINAL_FLOOR } from "../span/marginals.ts";
import { decodeConfig } from "../span/model.ts";
import { overlapFilter } from "../span/overlap-filter.ts";

export const mrcModelConfig = z.strictObject({
  kind: z.literal("mrc"),
  maxWidth: z.int().positive(),
  decode: decodeConfig.prefault({}),
});

export type MrcModelOptions = Omit<z.input<typeof mrcModelConfig>, "kind">;

/** What is asked of a word for each type: does a mention begin here, end here, and the two parts of the match. */
const ANSWERS = 4;

/**
 * The answers of each word to each query.
 *
 *     start_i = w_s · h_i,   end_j = w_e · h_j,   match_ij = m · (h_i ⊕ h_j)     [MRC, scores]
 *
 * with h_i after the query of the type. The match is a sum of a part of the first word and one of the last, so that no pair
 * of words has to be made.
 *
 * @param words `["words", types · dim]` of an encoder that is asked once for each type
 * @returns `[words · types, 4]`: start, end, and the two parts of the match
 */
export function mrcScores(context: BuildContext, words: Node, types: number, dim: number): Node {
  return dense(context, "head.answers", reshape(words, [-1, dim / types]), ANSWERS);
}

/** A model that asks for each type where its mentions begin and end. */
export function mrcModel(
  { labels, dim }: { readonly labels: LabelSet; readonly dim: number },
  options: MrcModelOptions,
): Model {
  const config = parseConfig(mrcModelConfig, { kind: "mrc", ...options }, "the model");
  const types = labels.labels.length;

  /** Every mention whose beginning, end and match are at least so likely each, with the product of the three. */
  function mentions(scores: Float32Array, first: number, words: number, least: number): ScoredEntity[] {
    const at = (word: number, type: number) => ((first + word) * types + type) * ANSWERS;
    const found: ScoredEntity[] = [];
    for (let type = 0; type < types; type++) {
      for (let start = 0; start < words; start++) {
        const begin = sigmoid(scores[at(start, type)]!);
        if (begin < least) continue;
        for (let last = start; last < Math.min(words, start + config.maxWidth); last++) {
          const end = sigmoid(scores[at(last, type) + 1]!);
          const match = sigmoid(scores[at(start, type) + 2]! + scores[at(last, type) + 3]!);
          if (end < least || match < least) continue;
          found.push({ start, end: last + 1, label: labels.labelOf(type + 1), score: begin * end * match });
        }
      }
    }
    return found;
  }

  return {
    config,
    labels,
    // Types are told apart by their queries; the layer is the same for all.
    axisKeys: new Map(),
    newRows: new Map(),
    reads: ["answers"],

    build({ parameters }, { words }) {
      const scores = mrcScores({ parameters, training: false }, words, types, dim);
      return { answers: reshape(scores, [dimAt(words.shape, 0), types * ANSWERS]) };
    },

    feed: () => ({}),

    decode(outputs, batch, chosen = {}) {
      const { mode, crossing, threshold = 0 } = { ...config.decode, ...chosen };
      const scores = floatsOf(outputs, "answers");
      let first = 0;
      return batch.map(({ words }) => {
        const found = mentions(scores, first, words, 0.5).filter(({ score }) => score >= threshold);
        first += words;
        return found
          .sort((a, b) => b.score - a.score)
          .filter(overlapFilter({ mode, crossing }))
          .sort(compareEntities);
      });
    },

    marginals(outputs, batch, { floor = MARGINAL_FLOOR } = {}) {
      const scores = floatsOf(outputs, "answers");
      let first = 0;
      return batch.map(({ words }) => {
        const found = mentions(scores, first, words, floor).filter(({ score }) => score >= floor);
        first += words;
        return found.sort(compareEntities);
      });
    },
  };
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
