import { entryAt } from "../../entries.ts";
import { bucketize } from "./bucketize.ts";

/** N-grams seen fewer times count as unseen and are not kept. */
const LEAST = 2;

/** Words of the longest n-grams that are counted. */
const LONGEST = 4;

/** Thresholds of the buckets that counts are put into. */
const COUNT_THRESHOLDS = [LEAST, 4, 8, 16, 32, 100];

/** Thresholds for pointwise mutual information: log₂ of how many times more often two words meet than by chance. */
const PMI_THRESHOLDS = [0, 1, 2, 3, 4.5, 6, 8];

/** The n-grams that a word is part of: how many words before it they begin, and their size. */
const NGRAMS = Array.from({ length: LONGEST }, (_, i) => i + 1).flatMap((size) =>
  Array.from({ length: size }, (_, before) => ({ before, size })),
);

/** The pairs whose PMI a word gets begin here, relative to it: with the word before it, and with the word after. */
const PAIRS = [-1, 0];

/** Bucketed values of each word. */
const VALUES = NGRAMS.length + PAIRS.length;

/** Joins the words of an n-gram; no text has it. */
const BETWEEN = "\uE003";

/** Consecutive words: a sentence, or a part of one. */
export type Piece = readonly string[];

/** An n-gram and how often it was seen. */
export type CountedNgram = readonly [times: number, ...words: string[]];

/** How often the n-grams of some text occur. */
export interface NgramCounts {
  /** How many words were counted. */
  readonly words: number;
  /** All n-grams that are kept. */
  ngrams(): Iterable<CountedNgram>;
  /**
   * The bucket of each value of each word. What a sentence of the counted text has itself added is subtracted, so that
   * training sees no more than new text will.
   *
   * @param own the pieces of the sentence that were counted
   */
  buckets(words: readonly string[], own: readonly Piece[]): Uint8Array;
}

/** Inputs for each word, each 0 or 1: its buckets in unary. */
export const COUNTS_PER_WORD = NGRAMS.length * COUNT_THRESHOLDS.length + PAIRS.length * PMI_THRESHOLDS.length;

/**
 * Counts the n-grams of up to four words, size by size. An n-gram can be frequent only if its parts are, so most of the
 * many that occur once are never held in memory.
 */
export function countNgrams(pieces: readonly Piece[]): NgramCounts {
  const kept = new Map<string, number>();
  for (let size = 1; size <= LONGEST; size++) {
    const found = new Map<string, number>();
    for (const words of pieces) {
      for (let from = 0; from + size <= words.length; from++) {
        const hasParts =
          size === 1 ||
          (kept.has(ngramAt(words, from, size - 1)) && kept.has(ngramAt(words, from + 1, size - 1)));
        if (!hasParts) continue;
        const ngram = ngramAt(words, from, size);
        found.set(ngram, (found.get(ngram) ?? 0) + 1);
      }
    }
    for (const [ngram, times] of found) if (times >= LEAST) kept.set(ngram, times);
  }
  return countsOf(
    kept,
    pieces.reduce((sum, { length }) => sum + length, 0),
  );
}

/** Restores saved counts. */
export function restoreNgrams(ngrams: Iterable<CountedNgram>, words: number): NgramCounts {
  return countsOf(new Map(Array.from(ngrams, ([times, ...words]) => [words.join(BETWEEN), times])), words);
}

function countsOf(kept: ReadonlyMap<string, number>, all: number): NgramCounts {
  return {
    words: all,

    *ngrams() {
      for (const [ngram, times] of kept) yield [times, ...ngram.split(BETWEEN)];
    },

    buckets(words, own) {
      const ownTimes = new Map<string, number>();
      for (const piece of own) {
        for (let size = 1; size <= LONGEST; size++) {
          for (let from = 0; from + size <= piece.length; from++) {
            const ngram = ngramAt(piece, from, size);
            ownTimes.set(ngram, (ownTimes.get(ngram) ?? 0) + 1);
          }
        }
      }
      const others = all - own.reduce((sum, { length }) => sum + length, 0);
      const times = (from: number, size: number): number => {
        if (from < 0 || from + size > words.length) return 0;
        const ngram = ngramAt(words, from, size);
        const left = (kept.get(ngram) ?? 0) - (ownTimes.get(ngram) ?? 0);
        return left < LEAST ? 0 : left;
      };
      const pmi = (from: number): number => {
        const together = times(from, 2);
        if (together === 0) return Number.NEGATIVE_INFINITY;
        return Math.log2((together * others) / (times(from, 1) * times(from + 1, 1)));
      };
      const buckets = new Uint8Array(words.length * VALUES);
      let at = 0;
      for (let word = 0; word < words.length; word++) {
        for (const { before, size } of NGRAMS)
          buckets[at++] = bucketize(COUNT_THRESHOLDS, times(word - before, size));
        for (const from of PAIRS) buckets[at++] = bucketize(PMI_THRESHOLDS, pmi(word + from));
      }
      return buckets;
    },
  };
}

/** Writes the buckets of a sentence in unary, from `at` on: bucket 2 of 6 is 1 1 0 0 0 0. */
export function writeBuckets(buckets: Uint8Array, data: Float32Array, at: number): void {
  let first = at;
  for (const [i, bucket] of buckets.entries()) {
    data.fill(1, first, first + bucket);
    first += (i % VALUES < NGRAMS.length ? COUNT_THRESHOLDS : PMI_THRESHOLDS).length;
  }
}

function ngramAt(words: readonly string[], from: number, size: number): string {
  return size === 1 ? entryAt(words, from) : words.slice(from, from + size).join(BETWEEN);
}
