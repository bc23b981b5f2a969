import type { Sentence } from "../../data/index.ts";
import { textOf } from "../../data/index.ts";
import { rounded } from "../../format.ts";
import type { Suggestion } from "../suggest/suggestion.ts";
import type { ReportData, ReportSentence, ReportSuggestion } from "./data.ts";

/** Brings suggestions and their sentences into the compact form that is embedded in the page. */
export function collectData(
  suggestions: readonly Suggestion[],
  sentences: readonly ShownSentence[],
): ReportData {
  const labels = new Positions<string, string>((label) => label);
  // As everywhere in the page; otherwise a label with a control character could not be filtered by.
  const labelAt = (label: string) => labels.at(printable(label));
  const shown = new Positions<number, PlacedSentence>((position) => place(sentences, position));
  const span = (sentence: number, { start, end, label }: { start: number; end: number; label: string }) => {
    const { offsets, position } = shown.values[sentence]!;
    const [from, to] = [offsets[start]?.[0], offsets[end - 1]?.[1]];
    if (from === undefined || to === undefined)
      throw new Error(`sentence ${position} has no words from ${start} to ${end}`);
    return [from, to, labelAt(label)] as const;
  };
  const short = suggestions.map((suggestion): ReportSuggestion => {
    const { evidence, probability, suggested, start, end } = suggestion;
    const { folds, dictionary, surface } = evidence;
    const sentence = shown.at(suggestion.sentence);
    return {
      kind: suggestion.kind === "missed" ? "missed" : suggestion.reason,
      sentence,
      span: span(sentence, suggestion),
      words: [start, end],
      ...(suggestion.kind === "wrong" ? { was: span(sentence, suggestion.was) } : {}),
      probability: rounded(probability, DECIMALS),
      suggested,
      score: rounded(evidence.score, DECIMALS),
      ...(folds === undefined ? {} : { folds: [folds.agree, folds.of] as const }),
      surface: [surface.labelled, surface.occurrences],
      near: evidence.neighbours.map((neighbour) => {
        const at = shown.at(neighbour.sentence);
        return [at, ...span(at, neighbour), rounded(neighbour.similarity, DECIMALS)] as const;
      }),
      ...(dictionary === undefined ? {} : { dictionary: dictionary.map(labelAt) }),
    };
  });
  const texts = shown.values.map(({ position, text, doc, entities }, i): ReportSentence => {
    return {
      position,
      text: printable(text),
      entities: entities.map((entity) => span(i, entity)),
      ...(doc === undefined ? {} : { doc }),
      ...(isRightToLeft(text) ? { rtl: true } : {}),
    };
  });
  return { labels: labels.values, sentences: texts, suggestions: short };
}

/** The part of a sentence that the report shows. */
export type ShownSentence = Pick<Sentence, "tokens" | "text" | "offsets" | "entities" | "doc">;

interface PlacedSentence extends Pick<Sentence, "entities" | "doc"> {
  readonly position: number;
  readonly text: string;
  readonly offsets: readonly (readonly [number, number])[];
}

function place(sentences: readonly ShownSentence[], position: number): PlacedSentence {
  const sentence = sentences[position];
  if (sentence === undefined) throw new Error(`there is no sentence ${position} to show`);
  const { text, offsets } = textOf(sentence);
  const { entities, doc } = sentence;
  return { position, text, offsets, entities, ...(doc === undefined ? {} : { doc }) };
}

/** Numbers keys in the order of first use. */
class Positions<Key, Value> {
  readonly values: Value[] = [];
  readonly #at = new Map<Key, number>();
  readonly #make: (key: Key) => Value;

  constructor(make: (key: Key) => Value) {
    this.#make = make;
  }

  at(key: Key): number {
    const known = this.#at.get(key);
    if (known !== undefined) return known;
    this.#at.set(key, this.values.length);
    return this.values.push(this.#make(key)) - 1;
  }
}

/** More decimals than anybody reads. */
const DECIMALS = 4;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const unprintable = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F\u202A-\u202E\uFFFE\uFFFF]|\p{Surrogate}/gu;

/** Characters that cannot be shown, and those that change the direction of text, become U+FFFD: one unit for one, so that offsets stay valid. */
const printable = (text: string): string => text.replace(unprintable, "\uFFFD");

/** Whether most letters belong to a right-to-left script. The first letter alone would mislead on sentences that begin with a Latin name. */
function isRightToLeft(text: string): boolean {
  const part = text.slice(0, 1000);
  const right = part.match(rightToLeft)?.length ?? 0;
  return right > 0 && right * 2 > part.match(/\p{L}/gu)!.length;
}

const rightToLeft =
  /(?=\p{L})[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/gu;
