import type { Dictionary, Match } from "../../dictionary/index.ts";
import { bucketize } from "./bucketize.ts";

/** From how many phrases on a word counts as one more degree likely. */
const DEGREES = [1, 2, 4, 10, 30, 100, 300];

/** What is asked of each word, for each label: does it begin phrases, stand within them, end them; alone, and with its neighbour. */
const [BEGINS, WITHIN, ENDS, BEGINS_PAIR, ENDS_PAIR] = [0, 1, 2, 3, 4];
const QUESTIONS = 5;

/** How much words look like parts of a dictionary's phrases. */
interface PhraseLikeness {
  /** Numbers for each word: this many for each label, each 0 or 1. */
  readonly perLabel: number;
  /** For each word, label and question, how many degrees are reached. */
  degrees(words: readonly string[], matches: readonly Match[]): Uint8Array;
  /** Writes the degrees of a sentence as zeros and ones, from `at` on, in rows of `row` numbers. */
  write(degrees: Uint8Array, data: Float32Array, at: number, row: number): void;
}

/**
 * Counts how many phrases a word begins, stands within or ends, and how many begin or end with it and its neighbour: a
 * list of 70,000 people knows the surnames, and what is a given name, of those it does not have.
 *
 * A phrase that matches in a sentence does not count there. So training, which mostly sees names that the dictionary has,
 * is told no more than new text, which mostly has others.
 */
export function phraseLikeness(dictionary: Dictionary): PhraseLikeness {
  const { unit, case: letterCase, normalisation } = dictionary.comparison;
  const labels = new Map(dictionary.labels.map((label, i) => [label, i]));
  const asCompared = (word: string) => {
    const cased = letterCase === "exact" ? word : word.toLowerCase();
    return normalisation === "none" ? cased : cased.normalize(normalisation === "nfc" ? "NFC" : "NFKC");
  };
  const partsOf = (phrase: string) =>
    unit === "characters" ? [...asCompared(phrase).replace(/\s+/gu, "")] : asCompared(phrase).split(/\s+/u);
  const counts = dictionary.labels.map(() =>
    Array.from({ length: QUESTIONS }, () => new Map<string, number>()),
  );
  for (let entry = 0; entry < dictionary.size; entry++) {
    const own = counts[labels.get(dictionary.label(entry))!]!;
    eachPart(partsOf(dictionary.phrase(entry)), (question, part) => {
      own[question]!.set(part, (own[question]!.get(part) ?? 0) + 1);
    });
  }

  return {
    perLabel: QUESTIONS * DEGREES.length,

    degrees(words, matches) {
      const compared = words.map(asCompared);
      const pairs = compared.map((word, i) => (i + 1 < compared.length ? pair(word, compared[i + 1]!) : ""));
      const degrees = new Uint8Array(words.length * labels.size * QUESTIONS);
      const seen = ownParts(matches);
      let at = 0;
      compared.forEach((word, i) => {
        for (let label = 0; label < labels.size; label++) {
          for (let question = 0; question < QUESTIONS; question++) {
            const part =
              question < BEGINS_PAIR! ? word : question === BEGINS_PAIR ? pairs[i]! : (pairs[i - 1] ?? "");
            const own = seen.get(label)?.[question]?.get(part) ?? 0;
            degrees[at++] = bucketize(DEGREES, (counts[label]![question]!.get(part) ?? 0) - own);
          }
        }
      });
      return degrees;
    },

    write(degrees, data, at, row) {
      const each = labels.size * QUESTIONS;
      degrees.forEach((degree, i) => {
        const first = at + Math.floor(i / each) * row + (i % each) * DEGREES.length;
        data.fill(1, first, first + degree);
      });
    },
  };

  /** What the phrases that match in a sentence add to the counts; each phrase once. */
  function ownParts(matches: readonly Match[]): Map<number, Map<string, number>[]> {
    const seen = new Map<number, Map<string, number>[]>();
    for (const entry of new Set(matches.map((match) => match.entry))) {
      const label = labels.get(dictionary.label(entry))!;
      let own = seen.get(label);
      if (own === undefined) {
        own = Array.from({ length: QUESTIONS }, () => new Map<string, number>());
        seen.set(label, own);
      }
      eachPart(partsOf(dictionary.phrase(entry)), (question, part) => {
        own[question]!.set(part, (own[question]!.get(part) ?? 0) + 1);
      });
    }
    return seen;
  }
}

/** A phrase of one part has none that others could share. */
function eachPart(parts: readonly string[], found: (question: number, part: string) => void): void {
  const last = parts.length - 1;
  if (last < 1) return;
  found(BEGINS!, parts[0]!);
  found(ENDS!, parts[last]!);
  for (const part of parts.slice(1, last)) found(WITHIN!, part);
  found(BEGINS_PAIR!, pair(parts[0]!, parts[1]!));
  found(ENDS_PAIR!, pair(parts[last - 1]!, parts[last]!));
}

function pair(one: string, other: string): string {
  return `${one} ${other}`;
}
