import type { Sentence } from "../../data/index.ts";
import { isMixed, ReadLog } from "../../data/index.ts";
import type { Dictionary } from "../../dictionary/index.ts";
import { loadDictionary } from "../../dictionary/index.ts";
import type { PrepareOptions, TextKind, WordFeatures } from "../../encoders/index.ts";
import {
  type Coverage,
  type CrossFit,
  crossFit,
  dictionaryCoverage,
  dictionaryFeatures,
  dropForCoverage,
  type LabelledWords,
} from "../../encoders/index.ts";
import { percentOf } from "../../format.ts";
import { Random } from "../../random.ts";
import type { DictionaryChoice } from "../config/features.ts";
import { strictReading } from "./dictionary-reading.ts";

interface DictionaryFeature {
  readonly feature: WordFeatures;
  /** What is hidden of the dictionary in the training sentence at this position. */
  prepareOptions(sentence: number): PrepareOptions;
  /** What the choice left open. */
  readonly decided: Pick<DictionaryChoice, "case" | "plural" | "completes" | "drop" | "dropComplete">;
  readonly notices: readonly string[];
}

interface DictionaryData {
  readonly train: readonly Sentence[];
  readonly dev: readonly Sentence[];
  readonly text: TextKind;
  /** Phrases that the model knew that the run begins with. */
  readonly known?: Iterable<readonly [phrase: string, label: string]>;
  readonly seed: number;
}

/** Characters of the shortest name that joins a dictionary. */
const SHORTEST = 2;

/** For the estimate of what a dictionary covers in new text where neither dev sentences nor `crossFit` tell. */
const FOLDS = 5;

/** Makes a dictionary a word feature that is not trusted more in training than it will deserve in new text. */
export async function dictionaryFeature(
  {
    path,
    completes,
    labels,
    match,
    likeness,
    dim,
    drop: wanted,
    dropComplete: wantedComplete,
    crossFit: folds,
    ...choice
  }: DictionaryChoice,
  { train, dev, text, seed, known = [] }: DictionaryData,
): Promise<DictionaryFeature> {
  const reading = strictReading(choice);
  const log = new ReadLog();
  const dictionary = await loadDictionary(path, { ...reading, unit: text }, log, [
    ...(labels ? namesOf(train, text) : []),
    ...known,
  ]);
  const labelled = train.map(wordsOf);
  const fitOf = (parts: number) => crossFit(labelled, parts, new Random(seed));
  const fit = folds === 0 ? undefined : fitOf(folds);
  const coverage = coverageOf(labelled, dev.map(wordsOf), dictionary, fit, fitOf);
  const isComplete = train.map(({ completeness }) => completeness === "complete");
  const mixed = isMixed(train);
  /** What to drop so that sentences of one kind are covered as new text is; where all are of one kind, they are. */
  const dropOf = (complete: boolean) => {
    const own = mixed
      ? dictionaryCoverage(
          labelled.map((words, i) => (isComplete[i] === complete ? words : { words: [], entities: [] })),
          dictionary,
          fit,
        )
      : coverage.train;
    return dropForCoverage(own, coverage.heldOut);
  };
  // A dictionary that has labelled the partial sentences knows all their names; complete ones are like new text.
  const drop = wanted === "auto" ? dropOf(false) : wanted;
  const unsaid = wanted === "auto" ? dropOf(true) : drop;
  const dropComplete = wantedComplete === "auto" ? unsaid : wantedComplete;
  return {
    feature: dictionaryFeatures(dictionary, { match, likeness, dim, drop }),
    prepareOptions: (sentence) => ({
      ...fit?.options(sentence),
      ...(mixed && isComplete[sentence] && { drop: dropComplete }),
    }),
    decided: { ...reading, completes: completes === "auto" ? [] : completes, drop, dropComplete },
    notices: [
      `dictionary "${path}": ${dictionary.size.toLocaleString("en")} phrases, cover ${shown(coverage.all)} of the labelled training entities and ${shown(coverage.heldOut)} of ${coverage.by}`,
      ...[...log.counts].map(([reason, times]) => `dictionary "${path}": ${times} × ${reason}, left out`),
    ],
  };
}

/** What the dictionary covers of training entities as they are, as the model will see them, and of new text. */
function coverageOf(
  train: readonly LabelledWords[],
  dev: readonly LabelledWords[],
  dictionary: Dictionary,
  fit: CrossFit | undefined,
  fitOf: (folds: number) => CrossFit,
) {
  const all = dictionaryCoverage(train, dictionary);
  const seen = fit === undefined ? all : dictionaryCoverage(train, dictionary, fit);
  const onDev = dictionaryCoverage(dev, dictionary);
  if (onDev.entities > 0) return { all, train: seen, heldOut: onDev, by: "those of dev" };
  const heldOut = fit === undefined ? dictionaryCoverage(train, dictionary, fitOf(FOLDS)) : seen;
  return { all, train: seen, heldOut, by: "them when held out" };
}

function shown({ covered, entities }: Coverage): string {
  return percentOf(covered, entities);
}

/** The names that complete sentences label. A single character stands for too much. */
function* namesOf(
  sentences: readonly Sentence[],
  text: TextKind,
): Generator<[phrase: string, label: string]> {
  for (const { tokens, entities, completeness } of sentences) {
    if (completeness !== "complete") continue;
    for (const { start, end, label } of entities) {
      const name = tokens.slice(start, end).join(text === "characters" ? "" : " ");
      if ([...name].length >= SHORTEST) yield [name, label];
    }
  }
}

function wordsOf({ tokens, entities }: Sentence): LabelledWords {
  return { words: tokens, entities };
}
