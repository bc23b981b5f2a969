import type { SentenceCounts } from "../../evaluation/index.ts";
import { pairedBootstrap, pairedRandomisation } from "../../evaluation/index.ts";
import { HttpError } from "../../http/index.ts";
import type { Difference, RunComparison, RunMistake } from "../api.ts";
import type { ReviewDatabase } from "../store/database.ts";
import { readRun } from "./run-table.ts";
import { type RunScore, readScore } from "./score-run.ts";

/** How many mistakes of each side are listed. */
const LISTED = 200;

/** Compares run b with run a over the same sentences: F1 with its significance, F1 by type, and the mistakes that differ. */
export function compareRuns(db: ReviewDatabase, a: number, b: number): RunComparison {
  const [before, after] = [scoreOf(db, a), scoreOf(db, b)];
  if (before.scoredOn !== after.scoredOn) {
    throw new HttpError(
      409,
      "not-comparable",
      `run ${a} is scored on ${before.scoredOn}, run ${b} on ${after.scoredOn}`,
      {
        hint: "train one of them again",
      },
    );
  }
  const { value, low, high } = pairedBootstrap(after.counts, before.counts);
  const { p } = pairedRandomisation(after.counts, before.counts);
  const [scoreA, scoreB] = [before.result, after.result];
  const labels = [...new Set([...scoreA.perType, ...scoreB.perType].map(({ label }) => label))].sort();
  const typeF1 = ({ perType }: RunScore["result"], label: string) =>
    perType.find((type) => type.label === label)?.f1 ?? 0;
  return {
    a,
    b,
    total: { a: scoreA.micro.f1, b: scoreB.micro.f1, difference: value, low, high, p },
    types: labels.map((label): Difference & { label: string } => {
      const [f1A, f1B] = [typeF1(scoreA, label), typeF1(scoreB, label)];
      const { p: own } = pairedRandomisation(countsOf(after, label), countsOf(before, label));
      return { label, a: f1A, b: f1B, difference: f1B - f1A, p: own };
    }),
    sentences: before.counts.length,
    test: before.scoredOn,
    mended: onlyIn(before.mistakes, after.mistakes),
    broken: onlyIn(after.mistakes, before.mistakes),
  };
}

/** The counts of one label, sentence by sentence. */
function countsOf({ types, counts: { length } }: RunScore, label: string): SentenceCounts {
  const counts = {
    length,
    correct: new Int32Array(length),
    predicted: new Int32Array(length),
    gold: new Int32Array(length),
  };
  const rows = types.find(([name]) => name === label)?.[1] ?? [];
  for (const [sentence, correct, predicted, gold] of rows) {
    counts.correct[sentence] = correct;
    counts.predicted[sentence] = predicted;
    counts.gold[sentence] = gold;
  }
  return counts;
}

function scoreOf(db: ReviewDatabase, id: number): RunScore {
  const { status } = readRun(db, id);
  const score = readScore(db, id);
  if (score !== undefined) return score;
  throw new HttpError(409, "not-scored", `run ${id} is not scored`, {
    hint:
      status === "done"
        ? "start the review with --test or --dev and completely labelled sentences to score on"
        : "wait until it is done",
  });
}

function onlyIn(some: readonly RunMistake[], others: readonly RunMistake[]): RunMistake[] {
  const known = new Set(others.map(keyOf));
  return some.filter((mistake) => !known.has(keyOf(mistake))).slice(0, LISTED);
}

/** Leaves out the scores of predictions, which differ from run to run. */
function keyOf({ sentence, kind, gold, predicted }: RunMistake): string {
  return JSON.stringify([
    sentence,
    kind,
    gold?.start,
    gold?.end,
    gold?.label,
    predicted?.start,
    predicted?.end,
    predicted?.label,
  ]);
}
