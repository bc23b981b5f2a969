import type { Sentence } from "../../data/index.ts";
import type { Dictionary } from "../../dictionary/index.ts";
import { type CaseMode, caseModes, dictionaryReport, loadDictionary } from "../../dictionary/index.ts";
import type { TextKind } from "../../encoders/index.ts";
import type { DictionaryChoice } from "../config/features.ts";

/** How freely the phrases of a dictionary are found in text. */
interface DictionaryReading {
  readonly case: CaseMode;
  readonly plural: boolean;
}

/** A dictionary read in the way that was chosen. */
interface ReadDictionary {
  readonly reading: DictionaryReading;
  readonly dictionary: Dictionary;
}

/** Letter by letter, but for what a choice says: how a dictionary is read where nobody has looked at dev. */
export function strictReading(choice: Pick<DictionaryChoice, "case" | "plural">): DictionaryReading {
  return {
    case: choice.case === "auto" ? "exact" : choice.case,
    plural: choice.plural === "auto" ? false : choice.plural,
  };
}

/** Points of F1 on dev that a freer reading must bring: less may be luck. */
const WORTH = 1;

/**
 * Reads a dictionary, and decides what its choice leaves open (`auto`). Whether `Heart Failure` in a list means "heart failure"
 * in the text, and whether `May` means "may", only labelled text can tell: on complete dev sentences the reading wins
 * whose hits have the best F1, if it is better than the strictest by a point. Without such sentences, and in text without
 * words, the strictest stays.
 */
export async function readDictionary(
  { path, case: letterCase, plural }: Pick<DictionaryChoice, "path" | "case" | "plural">,
  dev: readonly Sentence[],
  text: TextKind,
): Promise<ReadDictionary> {
  const readings = (letterCase === "auto" ? caseModes : [letterCase]).flatMap((mode) =>
    (plural === "auto" ? [false, true] : [plural]).map((other) => ({ case: mode, plural: other })),
  );
  const complete = dev.filter(({ completeness }) => completeness === "complete");
  const reading = readings[0]!;
  const strictest = { reading, dictionary: await loadDictionary(path, { ...reading, unit: text }) };
  if (text === "characters" || !complete.some(({ entities }) => entities.length > 0)) return strictest;
  let best = { read: strictest, f1: hits(strictest.dictionary, complete) + WORTH };
  for (const reading of readings.slice(1)) {
    const dictionary = strictest.dictionary.freer(reading);
    const f1 = hits(dictionary, complete);
    if (f1 > best.f1) best = { read: { reading, dictionary }, f1 };
  }
  return best.read;
}

function hits(dictionary: Dictionary, dev: readonly Sentence[]): number {
  return dictionaryReport(dev, dictionary, { isGold: true }).gold?.all.f1 ?? 0;
}
