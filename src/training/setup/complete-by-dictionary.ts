import type { Sentence } from "../../data/index.ts";
import type { Dictionary } from "../../dictionary/index.ts";
import { dictionaryReport, labelSentence } from "../../dictionary/index.ts";
import type { TrainConfig } from "../config/config.ts";
import { readDictionary } from "./dictionary-reading.ts";
import type { TrainingData } from "./read-training-data.ts";
import { textKind } from "./text-kind.ts";

interface CompletedByDictionary {
  /** With what dev decided about the dictionary. */
  readonly config: TrainConfig;
  readonly data: TrainingData;
}

/** Percent of a label's hits on dev that must be right before a dictionary may label: what it labels is not doubted. */
const TRUSTED = 80;

/**
 * Adds to partial sentences what the dictionary of a run finds in them, and decides how freely its phrases are found. Labels
 * by dictionary are often made letter by letter; a freer reading of the same list has more names, and longer ones.
 *
 * Unless told, only labels that dev can vouch for are added, and only where no training sentence is complete: such sentences
 * tell what is a name better than a list.
 */
export async function completeByDictionary(
  config: TrainConfig,
  data: TrainingData,
): Promise<CompletedByDictionary> {
  const { dictionary: choice } = config;
  if (choice === null) return { config, data };
  const text = textKind(config.features, data.train);
  const { reading, dictionary } = await readDictionary(choice, data.dev, text);
  const labels = choice.completes === "auto" ? trusted(dictionary, data) : choice.completes;
  const told = { ...config, dictionary: { ...choice, ...reading, completes: labels } };
  if (labels.length === 0) return { config: told, data };
  const train = data.train.map((sentence) => completed(sentence, dictionary, labels));
  const added = count(train) - count(data.train);
  const notice = `dictionary "${choice.path}": ${added.toLocaleString("en")} names more are labelled in partial sentences (${labels.join(", ")}; case: ${reading.case}${reading.plural ? ", plurals" : ""})`;
  return {
    config: told,
    data: { ...data, train, notices: [...data.notices, ...(added > 0 ? [notice] : [])] },
  };
}

/** Labels whose hits on complete dev sentences are nearly all right, where nothing better than a dictionary tells. */
function trusted(dictionary: Dictionary, { train, dev }: TrainingData): string[] {
  if (train.some(({ completeness }) => completeness === "complete")) return [];
  const complete = dev.filter(({ completeness }) => completeness === "complete");
  const { gold } = dictionaryReport(complete, dictionary, { isGold: true });
  return [...(gold?.perLabel ?? [])].flatMap(([label, { precision }]) =>
    precision >= TRUSTED ? [label] : [],
  );
}

function completed(sentence: Sentence, dictionary: Dictionary, labels: readonly string[]): Sentence {
  if (sentence.completeness === "complete") return sentence;
  const matches = dictionary.match(sentence.tokens).filter(({ label }) => labels.includes(label));
  return matches.length === 0
    ? sentence
    : labelSentence(sentence, dictionary, { existing: "extend", matches });
}

function count(sentences: readonly Sentence[]): number {
  return sentences.reduce((sum, { entities }) => sum + entities.length, 0);
}
