import type { Sentence } from "../../data/index.ts";
import {
  type CorpusSpec,
  parseCorpusSpec,
  type ReadCorpusOptions,
  ReadLog,
  readCorpus,
} from "../../data/index.ts";
import { UserError } from "../../errors.ts";
import type { TrainConfig } from "../config/config.ts";
import type { TrainingSentences } from "./make-encoder.ts";

/** How one corpus is read; replaced where reading is to be shown. */
type ReadSentences = (spec: CorpusSpec, options: ReadCorpusOptions) => AsyncIterable<Sentence>;

export interface ReadTrainingDataOptions {
  readonly log?: ReadLog;
  readonly read?: ReadSentences;
  /** Labels that the model knows that the run begins with. */
  readonly known?: readonly string[];
}

export interface TrainingData extends TrainingSentences {
  /** What the user should know before training on this: what was assumed, how much was dropped or repaired, what dev asks for in vain. */
  readonly notices: readonly string[];
}

/** Reads what a config says to train on and to choose by. Readers drop sentences without words, and report it. */
export async function readTrainingData(
  { train: files, dev: devFile }: Pick<TrainConfig, "train" | "dev">,
  { log = new ReadLog(), read = readCorpus, known = [] }: ReadTrainingDataOptions = {},
): Promise<TrainingData> {
  const train: Sentence[] = [];
  for (const file of files) {
    for await (const sentence of read(parseCorpusSpec(file), { log })) train.push(sentence);
  }
  const dev: Sentence[] = [];
  if (devFile !== null) {
    // Dev labels are taken as they stand: that a file says nothing of its completeness is of no interest here.
    const spec = parseCorpusSpec(devFile);
    for await (const sentence of read({ completeness: "complete", ...spec }, { log })) dev.push(sentence);
    if (dev.length === 0) throw new UserError(`there is no sentence in "${devFile}"`);
  }
  const labels = labelsOf(train);
  if (labels.size === 0) refuse(files, train.length);
  return {
    train,
    dev,
    notices: [
      ...reportNotices(log),
      ...(devFile === null ? [] : devNotices(new Set([...labels, ...known]), dev, devFile)),
    ],
  };
}

function refuse(files: readonly string[], sentences: number): never {
  const names = files.map((file) => `"${file}"`).join(", ");
  throw new UserError(
    sentences === 0 ? `there is no sentence in ${names}` : `no entity is labelled in ${names}`,
    { hint: "training needs some labelled entities; see `lacuna stats` for what was read" },
  );
}

function* reportNotices(log: ReadLog): Generator<string> {
  yield* log.assumptions;
  for (const [reason, count] of log.counts) {
    const { kind, file, line, detail } = log.notices.find((notice) => notice.reason === reason)!;
    yield `${kind}: ${count.toLocaleString("en")} × ${reason}, first at ${file}:${line} (${detail})`;
  }
}

/** What dev asks for in vain; `file` is what to call it. */
export function* devNotices(
  labels: ReadonlySet<string>,
  dev: readonly Sentence[],
  file: string,
): Generator<string> {
  const onDev = labelsOf(dev);
  if (onDev.size === 0) yield `no entity is labelled in "${file}": every score on it will be 0`;
  const unknown = [...onDev].filter((label) => !labels.has(label)).sort();
  if (unknown.length > 0) {
    const names = unknown.map((label) => `"${label}"`).join(", ");
    yield `"${file}" has labels that no training sentence has, and that cannot be learnt: ${names}`;
  }
}

export function labelsOf(sentences: readonly Sentence[]): Set<string> {
  return new Set(sentences.flatMap(({ entities }) => entities.map(({ label }) => label)));
}
