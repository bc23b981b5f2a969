import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  type Agreement,
  dictionaryReport,
  loadDictionary,
  type MatchOptions,
  matchPreset,
} from "../../src/dictionary/index.ts";
import { dataFolder } from "./data-folder.ts";
import { readSentences } from "./read-sentences.ts";

/** One published set of distant labels, and how near our dictionary match must come to it. */
interface DistantCase {
  readonly set: "news" | "ec" | "bc5cdr";
  /** The file whose labels are the truth. */
  readonly truth: "distant" | "train";
  /** How the options are called. */
  readonly name: string;
  readonly options: MatchOptions;
  readonly target: string;
  readonly isMet: (found: Agreement) => boolean;
}

function isNearPublished({ precision, recall }: Agreement): boolean {
  return Math.abs(precision - 89.45) <= 1 && Math.abs(recall - 66.95) <= 1;
}

/** The reproductions that the project promises. */
export const distantCases: readonly DistantCase[] = [
  {
    set: "news",
    truth: "distant",
    name: "default",
    options: {},
    target: "F1 100.0",
    isMet: ({ f1 }) => f1 === 100,
  },
  {
    set: "ec",
    truth: "distant",
    name: "default",
    options: {},
    target: "F1 ≥ 99.0",
    isMet: ({ f1 }) => f1 >= 99,
  },
  {
    set: "bc5cdr",
    truth: "train",
    name: "preset bc5cdr",
    options: matchPreset("bc5cdr"),
    target: "P 89.45 ± 1, R 66.95 ± 1",
    isMet: isNearPublished,
  },
  {
    // What `lacuna label` does without any option.
    set: "bc5cdr",
    truth: "train",
    name: "default",
    options: { unit: "tokens" },
    target: "P 89.45 ± 1, R 66.95 ± 1",
    isMet: isNearPublished,
  },
  {
    set: "bc5cdr",
    truth: "distant",
    name: "preset bc5cdr",
    options: matchPreset("bc5cdr"),
    target: "F1 ≥ 99.0",
    isMet: ({ f1 }) => f1 >= 99,
  },
];

/** Why the reproductions cannot run, or nothing if the data is there. */
export function missingData(): string | undefined {
  const needed = distantCases.flatMap(({ set, truth }) => [
    join(dataFolder, "dictionaries", set),
    join(dataFolder, set, `${truth}.jsonl`),
  ]);
  const missing = needed.find((path) => !existsSync(path));
  return missing === undefined ? undefined : `data set not found: "${missing}" (set LACUNA_DATA)`;
}

/** Labels a set's sentences by its dictionary and compares with the labels in a file. */
export async function reproduceDistant({ set, truth, options }: DistantCase): Promise<Agreement> {
  const sentences = await readSentences(join(dataFolder, set, `${truth}.jsonl`));
  const dictionary = await loadDictionary(join(dataFolder, "dictionaries", set), {
    ...options,
    sample: sentences.slice(0, 200).map((sentence) => sentence.tokens),
  });
  return dictionaryReport(sentences, dictionary, { isGold: true }).gold!.all;
}
