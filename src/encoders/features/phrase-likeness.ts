import type { Dictionary, Match } from "../../dictionary/index.ts";
import { entryAt } from "../../entries.ts";
import { bucketize } from "./bucketize.ts";

/** Thresholds of the buckets that phrase counts are put into. */
const THRESHOLDS = [1, 2, 4, 10, 30, 100, 300];

/** The counts of a word for each label: phrases that begin with it, have it inside, end with it; the same at both ends for it and its neighbour. */
const COUNTED = ["begins", "within", "ends", "beginsPair", "endsPair"] as const;

/** For each of them, how many phrases have a word or pair there. */
type PartCounts = Readonly<Record<(typeof COUNTED)[number], Map<string, number>>>;

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
  const asCompared = (word: string) => {
    const cased = letterCase === "exact" ? word : word.toLowerCase();
    return normalisation === "none" ? cased : cased.normalize(normalisation === "nfc" ? "NFC" : "NFKC");
  };
  const partsOf = (phrase: string) =>
    unit === "characters" ? [...asCompared(phrase).replace(/\s+/gu, "")] : asCompared(phrase).split(/\s+/u);
  const counts = new Map(dictionary.labels.map((label) => [label, noParts()]));
  for (let entry = 0; entry < dictionary.size; entry++) addEntry(counts, entry);

  return {
    perLabel: COUNTED.length * THRESHOLDS.length,

    buckets(words, matches) {
      const compared = words.map(asCompared);
      const pairs = compared.slice(1).map((word, i) => pair(entryAt(compared, i), word));
      const buckets = new Uint8Array(words.length * counts.size * COUNTED.length);
      // What the phrases that match here add to the counts; each phrase once.
      const seen = new Map<string, PartCounts>();
      for (const entry of new Set(matches.map((match) => match.entry))) addEntry(seen, entry);
      let at = 0;
      compared.forEach((word, i) => {
        const [after, before] = [pairs[i] ?? "", pairs[i - 1] ?? ""];
        for (const [label, all] of counts) {
          const own = seen.get(label);
          for (const which of COUNTED) {
            const part = which === "beginsPair" ? after : which === "endsPair" ? before : word;
            const others = (all[which].get(part) ?? 0) - (own?.[which].get(part) ?? 0);
            buckets[at++] = bucketize(THRESHOLDS, others);
          }
        }
      });
      return buckets;
    },

    write(buckets, data, at, row) {
      const each = counts.size * COUNTED.length;
      buckets.forEach((bucket, i) => {
        const first = at + Math.floor(i / each) * row + (i % each) * THRESHOLDS.length;
        data.fill(1, first, first + bucket);
      });
    },
  };

  function addEntry(byLabel: Map<string, PartCounts>, entry: number): void {
    const label = dictionary.label(entry);
    const own = byLabel.get(label) ?? noParts();
    byLabel.set(label, own);
    addParts(own, partsOf(dictionary.phrase(entry)));
  }
}

function noParts(): PartCounts {
  return {
    begins: new Map(),
    within: new Map(),
    ends: new Map(),
    beginsPair: new Map(),
    endsPair: new Map(),
  };
}

/** Adds the parts of a phrase. A phrase of one word has none to share. */
function addParts(counts: PartCounts, parts: readonly string[]): void {
  const add = (own: Map<string, number>, part: string) => own.set(part, (own.get(part) ?? 0) + 1);
  const [[first, second], [beforeLast, last]] = [parts, parts.slice(-2)];
  if (first === undefined || second === undefined || beforeLast === undefined || last === undefined) return;
  add(counts.begins, first);
  add(counts.ends, last);
  for (const part of parts.slice(1, -1)) add(counts.within, part);
  add(counts.beginsPair, pair(first, second));
  add(counts.endsPair, pair(beforeLast, last));
}

function pair(one: string, other: string): string {
  return `${one} ${other}`;
}
