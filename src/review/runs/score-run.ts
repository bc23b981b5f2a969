import type { Sentence } from "../../data/index.ts";
import { readCorpus } from "../../data/index.ts";
import {
  createScorer,
  createSentenceCounter,
  type Mistake,
  type MistakeKind,
  type ScoreResult,
  type SentenceCounts,
  scoreSentences,
  sentenceMistakes,
} from "../../evaluation/index.ts";
import type { RunMistake } from "../api.ts";
import type { ReviewDatabase } from "../store/database.ts";

/** What runs are scored on. */
export interface ScoredOn {
  readonly name: "test" | "dev";
  /** A file, as it is named on the command line. */
  readonly file: string;
}

/** How well a run did, sentence by sentence, so that runs can be compared. */
export interface RunScore {
  readonly scoredOn: ScoredOn["name"];
  readonly result: ScoreResult;
  readonly counts: SentenceCounts;
  /** By label, the counts of the sentences in which it occurs: `[sentence, correct, predicted, gold]`. */
  readonly types: readonly (readonly [label: string, rows: readonly TypeRow[]])[];
  readonly mistakes: readonly RunMistake[];
  readonly mistakeCount: number;
}

type TypeRow = readonly [sentence: number, correct: number, predicted: number, gold: number];

/** Mistakes beyond this number are counted, not kept. */
const KEPT = 5000;

const kinds: Readonly<Record<MistakeKind, RunMistake["kind"]>> = {
  miss: "missed",
  "false alarm": "spurious",
  "wrong type": "type",
  "wrong boundary": "boundary",
};

/** Scores a file of predictions against gold labels. */
export async function scorePredictions({ name, file }: ScoredOn, predictions: string): Promise<RunScore> {
  const scorer = createScorer();
  const counter = createSentenceCounter();
  const types = new Map<string, TypeRow[]>();
  const mistakes: RunMistake[] = [];
  let [mistakeCount, at] = [0, 0];
  const predictedSentences = readCorpus({ path: predictions, completeness: "partial" })[
    Symbol.asyncIterator
  ]();
  for await (const gold of readCorpus(file, { assume: "complete" })) {
    const turn = await predictedSentences.next();
    const predicted = turn.done ? undefined : turn.value;
    if (predicted === undefined || predicted.tokens.length !== gold.tokens.length) {
      throw new Error(`the predictions do not have the sentences of "${file}": sentence ${at} differs`);
    }
    scorer.add(gold, predicted.entities);
    counter.add(gold, predicted.entities);
    for (const { label, correct, predicted: found, gold: all } of scoreSentences([[gold, predicted.entities]])
      .perType) {
      const row: TypeRow = [at, correct, found, all];
      if (!types.get(label)?.push(row)) types.set(label, [row]);
    }
    for (const mistake of sentenceMistakes(gold, predicted.entities, at)) {
      if (mistakeCount++ < KEPT) mistakes.push(publicMistake(mistake, gold));
    }
    at++;
  }
  return {
    scoredOn: name,
    result: scorer.result(),
    counts: counter.result(),
    types: [...types],
    mistakes,
    mistakeCount,
  };
}

function publicMistake(mistake: Mistake, { tokens }: Sentence): RunMistake {
  return {
    sentence: mistake.sentence,
    tokens,
    kind: kinds[mistake.kind],
    ...("gold" in mistake && { gold: mistake.gold }),
    ...("predicted" in mistake && { predicted: mistake.predicted }),
  };
}

export function saveScore(db: ReviewDatabase, run: number, { counts, ...score }: RunScore): void {
  const columns = { correct: [...counts.correct], predicted: [...counts.predicted], gold: [...counts.gold] };
  db.prepare("INSERT OR REPLACE INTO scores (run, json) VALUES (?, ?)").run(
    run,
    JSON.stringify({ ...score, counts: columns }),
  );
}

export function readScore(db: ReviewDatabase, run: number): RunScore | undefined {
  const row = db.prepare("SELECT json FROM scores WHERE run = ?").get(run) as { json: string } | undefined;
  if (row === undefined) return undefined;
  const { counts, ...score } = JSON.parse(row.json) as RunScore & {
    counts: Record<"correct" | "predicted" | "gold", number[]>;
  };
  return {
    ...score,
    counts: {
      length: counts.gold.length,
      correct: Int32Array.from(counts.correct),
      predicted: Int32Array.from(counts.predicted),
      gold: Int32Array.from(counts.gold),
    },
  };
}
