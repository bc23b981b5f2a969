import { readFile } from "node:fs/promises";
import { type Entity, entityKey, writeLines } from "../../data/index.ts";
import { UserError } from "../../errors.ts";
import type { FoldPredictions, FoldSentence } from "./predict-fold.ts";
import type { Candidate, DevPrediction, Predictions } from "./predictions.ts";

/** The first line of a predictions file. */
interface Header {
  readonly format: 1;
  readonly labels: readonly string[];
  readonly widest: number | null;
}

/** Start, end, label by number, score, neighbours as pairs of entity and similarity. */
type CandidateRow = readonly [number, number, number, number, (readonly [number, number])[]?];

type Line =
  | {
      readonly sentence: number;
      readonly candidates?: readonly CandidateRow[];
      readonly tagged?: readonly (readonly [number, number, number])[];
    }
  /** A dev sentence, which lies beside the data. */
  | { readonly beside: number; readonly candidates: readonly CandidateRow[] };

/** Writes the predictions of one model, whole or not at all: if the file exists, the fold is done. */
export async function writePredictions(path: string, predictions: FoldPredictions): Promise<void> {
  await writeLines(path, linesOf(predictions));
}

function* linesOf({ labels, widest, sentences, dev }: FoldPredictions): Generator<string> {
  const header: Header = { format: 1, labels, widest };
  yield JSON.stringify(header);
  const numbers = new Map(labels.map((label, i) => [label, i]));
  const row = ({ start, end, label, score, neighbours = [] }: Candidate): CandidateRow => {
    const core = [start, end, numbers.get(label)!, score] as const;
    if (neighbours.length === 0) return core;
    return [...core, neighbours.map(({ entity, similarity }) => [entity, similarity] as const)];
  };
  for (const { sentence, candidates, tagged } of sentences) {
    const line: Line = {
      sentence,
      ...(candidates !== undefined && { candidates: candidates.map(row) }),
      ...(tagged.length > 0 && {
        tagged: tagged.map(({ start, end, label }) => [start, end, numbers.get(label)!] as const),
      }),
    };
    if (candidates !== undefined || tagged.length > 0) yield JSON.stringify(line);
  }
  for (const { sentence, candidates } of dev) {
    yield JSON.stringify({ beside: sentence, candidates: candidates.map(row) } satisfies Line);
  }
}

/** Reads the predictions of one model. */
export async function readPredictions(path: string): Promise<FoldPredictions> {
  const text = await readFile(path, "utf8");
  const [first, ...rest] = text.split("\n").filter((line) => line !== "");
  const { format, labels, widest } = JSON.parse(first ?? "{}") as Header;
  if (format !== 1) {
    throw new UserError(`"${path}" holds no predictions of this version of Lacuna`, {
      hint: "remove the file and resume: the fold is predicted again",
    });
  }
  const candidate = ([start, end, label, score, links]: CandidateRow): Candidate => ({
    start,
    end,
    label: labels[label]!,
    score,
    ...(links !== undefined && {
      neighbours: links.map(([entity, similarity]) => ({ entity, similarity })),
    }),
  });
  const sentences: FoldSentence[] = [];
  const dev: DevPrediction[] = [];
  for (const text of rest) {
    const line = JSON.parse(text) as Line;
    if ("beside" in line) {
      dev.push({ sentence: line.beside, candidates: line.candidates.map(candidate) });
      continue;
    }
    const { sentence, candidates, tagged = [] } = line;
    sentences.push({
      sentence,
      tagged: tagged.map(([start, end, label]): Entity => ({ start, end, label: labels[label]! })),
      ...(candidates !== undefined && { candidates: candidates.map(candidate) }),
    });
  }
  return { labels, widest, sentences, dev };
}

/** Joins the predictions of all models. */
export function joinPredictions(folds: readonly FoldPredictions[], sentences: number): Predictions {
  const found = Array.from({ length: sentences }, () => ({
    candidates: [] as readonly Candidate[],
    agreement: new Map<string, number>(),
  }));
  for (const fold of folds) {
    for (const { sentence, candidates, tagged } of fold.sentences) {
      const own = found[sentence]!;
      if (candidates !== undefined) own.candidates = candidates;
      for (const entity of tagged) {
        const key = entityKey(entity);
        own.agreement.set(key, (own.agreement.get(key) ?? 0) + 1);
      }
    }
  }
  const widths = folds.flatMap(({ widest }) => (widest === null ? [] : [widest]));
  return {
    models: folds.length,
    labels: [...new Set(folds.flatMap(({ labels }) => labels))].sort(),
    // A span that is too wide for one of the models is left alone.
    widest: widths.length === 0 ? null : Math.min(...widths),
    sentences: found,
    // No model was trained on these, so one model for each is enough; they take turns.
    dev: folds.flatMap(({ dev }, fold) => dev.filter(({ sentence }) => sentence % folds.length === fold)),
  };
}
