import type { Entity, Sentence } from "../data/index.ts";
import { countByLabel, type MatchMode } from "./match-mode.ts";
import type { Counts } from "./rates.ts";
import type { Scored } from "./score.ts";
import { scoredEntities, uniqueEntities } from "./scored-entities.ts";

/** The counts of each sentence, in columns: what resampling over sentences needs, in 12 bytes a sentence. */
export interface SentenceCounts {
  readonly length: number;
  readonly correct: Int32Array;
  readonly predicted: Int32Array;
  readonly gold: Int32Array;
}

/** Collects the counts of sentences one by one, over all labels together. */
interface SentenceCounter {
  add(gold: Sentence, predicted: readonly Entity[]): void;
  result(): SentenceCounts;
}

/** Counts sentence by sentence, under the same rules as `createScorer`. */
export function createSentenceCounter({
  mode = "exact",
}: {
  readonly mode?: MatchMode;
} = {}): SentenceCounter {
  let columns = { correct: new Int32Array(64), predicted: new Int32Array(64), gold: new Int32Array(64) };
  let length = 0;
  return {
    add(gold, predicted) {
      if (length === columns.gold.length) {
        columns = {
          correct: doubled(columns.correct),
          predicted: doubled(columns.predicted),
          gold: doubled(columns.gold),
        };
      }
      const { scored } = scoredEntities(gold, predicted);
      const sums = { correct: 0, predicted: 0, gold: 0 };
      for (const counts of countByLabel(uniqueEntities(gold.entities), scored, mode).values()) {
        sums.correct += counts.correct;
        sums.predicted += counts.predicted;
        sums.gold += counts.gold;
      }
      columns.correct[length] = sums.correct;
      columns.predicted[length] = sums.predicted;
      columns.gold[length] = sums.gold;
      length++;
    },
    result: () => ({
      length,
      correct: columns.correct.slice(0, length),
      predicted: columns.predicted.slice(0, length),
      gold: columns.gold.slice(0, length),
    }),
  };
}

/** Counts a list of sentences at once. */
export function countSentences(
  pairs: Iterable<Scored>,
  options: { readonly mode?: MatchMode } = {},
): SentenceCounts {
  const counter = createSentenceCounter(options);
  for (const [gold, predicted] of pairs) counter.add(gold, predicted);
  return counter.result();
}

/** The sums of the three columns. */
export function totalCounts({ correct, predicted, gold }: SentenceCounts): Counts {
  const sum = (column: Int32Array) => column.reduce((total, count) => total + count, 0);
  return { correct: sum(correct), predicted: sum(predicted), gold: sum(gold) };
}

function doubled(column: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(column.length * 2);
  larger.set(column);
  return larger;
}
