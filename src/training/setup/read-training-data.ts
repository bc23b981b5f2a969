import type { Sentence } from "../../data/index.ts";
import {
  type CorpusSpec,
  parseCorpusSpec,
  type ReadCorpusOptions,
  ReadLog,
  readCorpus,
  SentenceSet,
  similarLabel,
} from "../../data/index.ts";
import { UserError, type Warning } from "../../errors.ts";
import { isMuchShared, otherNames, shareText } from "../../evaluation/index.ts";
import { counted, formatNumber } from "../../format.ts";
import { detectCutting } from "../../text/index.ts";
import type { TrainConfig } from "../config/config.ts";
import { readingOptions } from "../config/reading.ts";
import { devAdvice, parseDevAmount, partialDev, splitOffDev } from "./dev-sentences.ts";
import type { TrainingSentences } from "./make-encoder.ts";

/** How one corpus is read; replaced where reading is to be shown. */
type ReadSentences = (spec: CorpusSpec, options: ReadCorpusOptions) => AsyncIterable<Sentence>;

export interface ReadTrainingDataOptions {
  readonly log?: ReadLog;
  readonly read?: ReadSentences;
  /** Labels that the model knows that the run begins with. */
  readonly known?: readonly string[];
  /** Whether a model teaches: then labels need not be there, and where nothing is said they are partial. */
  readonly isTaught?: boolean;
}

export interface TrainingData extends TrainingSentences {
  /** What the user should know before training on this: what was assumed, how much was dropped or repaired, what dev asks for in vain. */
  readonly notices: readonly string[];
  /** What makes the model or its scores doubtful. */
  readonly warnings?: readonly Warning[];
}

/** Reads what a config says to train on and to choose by. Readers drop sentences without words, and report it. */
export async function readTrainingData(
  { train: files, dev, reading = null, seed = 1 }: DataChoice,
  { log = new ReadLog(), read = readCorpus, known = [], isTaught = false }: ReadTrainingDataOptions = {},
): Promise<TrainingData> {
  const options = { ...readingOptions(reading), log, assume: "complete" } as const;
  const sentences: Sentence[] = [];
  const warnings: Warning[] = [];
  for (const file of files) {
    const spec = parseCorpusSpec(file);
    const before = log.unstated.get(spec.path) ?? 0;
    for await (const sentence of read(taughtSpec(spec, isTaught), options)) sentences.push(sentence);
    const unstated = (log.unstated.get(spec.path) ?? 0) - before;
    if (unstated > 0) warnings.push(takenAsComplete(spec.path, unstated));
  }
  const labels = labelsOf(sentences);
  if (isTaught ? sentences.length === 0 : labels.size === 0) refuse(files, sentences.length);
  const data = await withDev(sentences, { dev, seed }, (file) =>
    read(parseCorpusSpec(file), { ...options, cutting: detectCutting(sentences) }),
  );
  return {
    train: data.train,
    dev: data.dev,
    notices: [
      ...reportNotices(log),
      ...lengthNotices(data.train),
      ...(dev === null ? [devAdvice(data.train)] : []),
      ...(data.notice === undefined ? [] : [data.notice]),
      ...(dev === null ? [] : devNotices(new Set([...labels, ...known]), data.dev, dev)),
    ],
    warnings: [...warnings, ...log.warnings, ...(dev === null ? [] : devWarnings(data, dev))],
  };
}

/** A file that says nothing of its labels, or has none, leaves everything to a teacher. */
function taughtSpec(spec: CorpusSpec, isTaught: boolean): CorpusSpec {
  return isTaught && spec.completeness === undefined ? { ...spec, completeness: "partial" } : spec;
}

/** What of a config says which sentences a run has. */
type DataChoice = Pick<TrainConfig, "train" | "dev"> & Partial<Pick<TrainConfig, "reading" | "seed">>;

async function withDev(
  train: readonly Sentence[],
  { dev: given, seed }: { readonly dev: string | null; readonly seed: number },
  read: (file: string) => AsyncIterable<Sentence>,
): Promise<TrainingSentences & { readonly notice?: string }> {
  if (given === null) return { train, dev: [] };
  const amount = parseDevAmount(given);
  if (amount !== undefined) return splitOffDev(train, amount, seed, given);
  // Whoever gives dev sentences labels them completely, unless they or the file say otherwise.
  const dev: Sentence[] = [];
  for await (const sentence of read(given)) dev.push(sentence);
  if (dev.length === 0) throw new UserError(`there is no sentence in "${given}"`);
  return { train, dev };
}

function takenAsComplete(file: string, sentences: number): Warning {
  return {
    message: `${file}: nothing says whether its labels are complete. Taken as complete: every unlabelled word of ${counted(sentences, "sentence")} is taught as "no entity"`,
    advice: [
      `if annotators may have missed some:  --train ${file}:partial`,
      `if every entity is labelled:         --train ${file}:complete`,
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

/** More words than a sentence has: probably a document that nobody cut. */
const LONG = 250;

function* lengthNotices(train: readonly Sentence[]): Generator<string> {
  const long = train.map(({ tokens }) => tokens.length).filter((words) => words > LONG);
  if (long.length === 0) return;
  const longest = long.reduce((most, words) => Math.max(most, words), 0);
  yield `${formatNumber(long.length)} of ${formatNumber(train.length)} sentences have more than ${LONG} words, the longest ${formatNumber(longest)}: documents train worse than their sentences; words that are cut already stay as they are, so put each sentence on a line of its own, or give the text with character offsets (doccano, spaCy …), which is cut into sentences`;
}

/** What dev asks for in vain; `file` is what to call it. */
export function* devNotices(
  labels: ReadonlySet<string>,
  dev: readonly Sentence[],
  file: string,
): Generator<string> {
  const onDev = labelsOf(dev);
  if (onDev.size === 0) yield `no entity is labelled in "${file}": every score on it will be 0`;
  // Those with another name there are warned of.
  const unknown = [...onDev].filter(
    (label) => !labels.has(label) && similarLabel(label, labels) === undefined,
  );
  unknown.sort();
  if (unknown.length > 0) {
    const names = unknown.map((label) => `"${label}"`).join(", ");
    yield `"${file}" has labels that no training sentence has, and that cannot be learnt: ${names}`;
  }
}

/** What makes scores on dev doubtful. */
export function* devWarnings({ train, dev }: TrainingSentences, file: string): Generator<Warning> {
  yield* partialDev(dev);
  yield* otherNames(labelsOf(dev), labelsOf(train), { file: `"${file}"`, others: "the training sentences" });
  const shared = SentenceSet.of(train).countOf(dev);
  if (isMuchShared(shared, dev.length)) {
    yield {
      message: `${shareText(shared, dev.length)} dev sentences are training sentences too: dev scores are too high, and the epoch is chosen by what was learnt by heart`,
      advice: ["give dev sentences that are not trained on, such as --dev 10%"],
    };
  }
}

export function labelsOf(sentences: readonly Sentence[]): Set<string> {
  return new Set(sentences.flatMap(({ entities }) => entities.map(({ label }) => label)));
}
