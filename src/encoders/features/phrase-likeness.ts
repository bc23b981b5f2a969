import type { Dictionary, Match } from "../../dictionary/index.ts";
import { bucketize } from "./bucketize.ts";

/** Thresholds of the buckets that phrase counts are put into. */
const THRESHOLDS = [1, 2, 4, 10, 30, 100, 300];

/** The counts of a word for each label: phrases that begin with it, have it inside, end with it; the same at both ends for it and its neighbour. */
const [BEGINS, WITHIN, ENDS, BEGINS_PAIR, ENDS_PAIR] = [0, 1, 2, 3, 4] as const;
const COUNTS = 5;

/** For each of them, how many phrases have a word or pair there. */
type PartCounts = readonly Map<string, number>[];

/** How much words look like parts of a dictionary's phrases. */
interface PhraseLikeness {
  /** Inputs for each word and label, each 0 or 1: its buckets in unary. */
  readonly perLabel: number;
  /** The bucket of each count of each word, label by label. */
  buckets(words: readonly string[], matches: readonly Match[]): Uint8Array;
  /** Writes the buckets of a sentence in unary, from `at` on, in rows of `row` numbers. */
  write(buckets: Uint8Array, data: Float32Array, at: number, row: number): void;
}

/**
 * Counts how many phrases begin with a word, have it inside or end with it, and how many begin or end with it and its
 * neighbour: a list of 70,000 people knows the surnames and given names of people it does not list.
 *
 * A phrase that matches in a sentence does not count there. So training, where most names are in the dictionary, sees
 * no more than new text, where most are not.
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
  const counts = dictionary.labels.map(noParts);
  for (let entry = 0; entry < dictionary.size; entry++) {
    addParts(counts[labels.get(dictionary.label(entry))!]!, partsOf(dictionary.phrase(entry)));
  }

  return {
    perLabel: COUNTS * THRESHOLDS.length,

    buckets(words, matches) {
      const compared = words.map(asCompared);
      const pairs = compared.map((word, i) => (i + 1 < compared.length ? pair(word, compared[i + 1]!) : ""));
      const buckets = new Uint8Array(words.length * labels.size * COUNTS);
      const seen = ownParts(matches);
      let at = 0;
      compared.forEach((word, i) => {
        for (let label = 0; label < labels.size; label++) {
          for (let which = 0; which < COUNTS; which++) {
            const part =
              which < BEGINS_PAIR ? word : which === BEGINS_PAIR ? pairs[i]! : (pairs[i - 1] ?? "");
            const own = seen.get(label)?.[which]?.get(part) ?? 0;
            buckets[at++] = bucketize(THRESHOLDS, (counts[label]![which]!.get(part) ?? 0) - own);
          }
        }
      });
      return buckets;
    },

    write(buckets, data, at, row) {
      const each = labels.size * COUNTS;
      buckets.forEach((bucket, i) => {
        const first = at + Math.floor(i / each) * row + (i % each) * THRESHOLDS.length;
        data.fill(1, first, first + bucket);
      });
    },
  };

  /** What the phrases that match in a sentence add to the counts; each phrase once. */
  function ownParts(matches: readonly Match[]): Map<number, PartCounts> {
    const seen = new Map<number, PartCounts>();
    for (const entry of new Set(matches.map((match) => match.entry))) {
      const label = labels.get(dictionary.label(entry))!;
      const own = seen.get(label) ?? noParts();
      seen.set(label, own);
      addParts(own, partsOf(dictionary.phrase(entry)));
    }
    return seen;
  }
}

function noParts(): PartCounts {
  return Array.from({ length: COUNTS }, () => new Map<string, number>());
}

/** Adds the parts of a phrase. A phrase of one word has none to share. */
function addParts(counts: PartCounts, parts: readonly string[]): void {
  const add = (which: number, part: string) => {
    const own = counts[which]!;
    own.set(part, (own.get(part) ?? 0) + 1);
  };
  const last = parts.length - 1;
  if (last < 1) return;
  add(BEGINS, parts[0]!);
  add(ENDS, parts[last]!);
  for (const part of parts.slice(1, last)) add(WITHIN, part);
  add(BEGINS_PAIR, pair(parts[0]!, parts[1]!));
  add(ENDS_PAIR, pair(parts[last - 1]!, parts[last]!));
}

function pair(one: string, other: string): string {
  return `${one} ${other}`;
}
