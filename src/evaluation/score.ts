import type { Entity, Sentence } from "../data/index.ts";
import { countByLabel, type MatchMode } from "./match-mode.ts";
import { type Counts, type Rates, rates } from "./rates.ts";
import { scoredEntities, uniqueEntities } from "./scored-entities.ts";

/** A sentence with its gold labels, and what was predicted for it. */
export type Scored = readonly [gold: Sentence, predicted: readonly Entity[]];

/** Counts and their percentages. */
export interface Score extends Counts, Rates {}

/** The score of one label. `ignored` predictions lie on unknown words and are not among the `predicted`. */
export interface TypeScore extends Score {
  readonly label: string;
  readonly ignored: number;
}

/** All scores; plain values, safe for JSON with any label names. */
export interface ScoreResult {
  readonly mode: MatchMode;
  readonly sentences: number;
  /** Over all entities. */
  readonly micro: Score;
  /**
   * The unweighted mean over the labels that occur in gold or in a scored prediction; F1 is the mean of
   * the labels' F1. In `boundary` mode labels are ignored, and macro equals micro.
   */
  readonly macro: Rates;
  /** By label, in code-unit order. Empty in `boundary` mode. */
  readonly perType: readonly TypeScore[];
  /** Predictions on unknown words, neither right nor wrong. */
  readonly ignored: number;
}

/** Scores sentence by sentence; keeps a few numbers per label and no sentence. */
export interface Scorer {
  add(gold: Sentence, predicted: readonly Entity[]): void;
  result(): ScoreResult;
}

interface Tally {
  correct: number;
  predicted: number;
  gold: number;
  ignored: number;
}

/**
 * Scores predictions against gold labels, one sentence at a time (default mode: exact spans).
 *
 * Entities are sets of (start, end, label): nested and overlapping ones are fine, duplicates count
 * once. Where the gold labels are partial, `scoredEntities` decides which predictions count.
 */
export function createScorer({ mode = "exact" }: { readonly mode?: MatchMode } = {}): Scorer {
  const tallies = new Map<string, Tally>();
  let sentences = 0;

  function tallyOf(label: string): Tally {
    let tally = tallies.get(label);
    if (tally === undefined) {
      tally = { correct: 0, predicted: 0, gold: 0, ignored: 0 };
      tallies.set(label, tally);
    }
    return tally;
  }

  return {
    add(gold, predicted) {
      sentences++;
      const { scored, ignored } = scoredEntities(gold, predicted);
      for (const [label, counts] of countByLabel(uniqueEntities(gold.entities), scored, mode)) {
        const tally = tallyOf(label);
        tally.correct += counts.correct;
        tally.predicted += counts.predicted;
        tally.gold += counts.gold;
      }
      for (const { label } of ignored) tallyOf(mode === "boundary" ? "" : label).ignored++;
    },

    result() {
      const total: Tally = { correct: 0, predicted: 0, gold: 0, ignored: 0 };
      for (const tally of tallies.values()) {
        total.correct += tally.correct;
        total.predicted += tally.predicted;
        total.gold += tally.gold;
        total.ignored += tally.ignored;
      }
      const { ignored, ...counts } = total;
      const micro: Score = { ...counts, ...rates(counts) };
      if (mode === "boundary") {
        const { precision, recall, f1 } = micro;
        return { mode, sentences, micro, macro: { precision, recall, f1 }, perType: [], ignored };
      }
      const perType = [...tallies]
        .map(([label, tally]): TypeScore => ({ label, ...tally, ...rates(tally) }))
        .sort((a, b) => (a.label < b.label ? -1 : a.label > b.label ? 1 : 0));
      return { mode, sentences, micro, macro: meanOf(perType), perType, ignored };
    },
  };
}

/** Scores a list of sentences at once. */
export function scoreSentences(
  pairs: Iterable<Scored>,
  options: { readonly mode?: MatchMode } = {},
): ScoreResult {
  const scorer = createScorer(options);
  for (const [gold, predicted] of pairs) scorer.add(gold, predicted);
  return scorer.result();
}

function meanOf(perType: readonly TypeScore[]): Rates {
  const types = perType.filter((type) => type.gold + type.predicted > 0);
  const mean = (pick: (type: TypeScore) => number) =>
    types.length === 0 ? 0 : types.reduce((sum, type) => sum + pick(type), 0) / types.length;
  return {
    precision: mean((type) => type.precision),
    recall: mean((type) => type.recall),
    f1: mean((type) => type.f1),
  };
}
