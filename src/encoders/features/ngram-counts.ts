import { bucketize } from "./bucketize.ts";

/** Runs of words that were seen fewer times are as good as unseen, and not kept. */
const LEAST = 2;

/** Words of the longest runs that are counted. */
const LONGEST = 4;

/** From how many sightings on a run is one more degree usual. */
const DEGREES = [LEAST, 4, 8, 16, 32, 100];

/** From which tie on two words belong together by one more degree: log₂ of how many times oftener they meet than by chance. */
const TIES = [0, 1, 2, 3, 4.5, 6, 8];

/** The runs that a word is told of: all that it is part of, by where they begin, seen from the word, and their size. */
const RUNS = Array.from({ length: LONGEST }, (_, i) => i + 1).flatMap((size) =>
  Array.from({ length: size }, (_, before) => ({ before, size })),
);

/** The pairs whose ties a word is told of begin here, seen from the word: with the word before it, and after it. */
const PAIRS = [-1, 0];

/** What is asked of each word. */
const QUESTIONS = RUNS.length + PAIRS.length;

/** No text has it. */
const BETWEEN = "\uE003";

/** Words that stand one after another: a sentence, or a part of one. */
export type Piece = readonly string[];

/** A run of words and how many times it was seen. */
export type CountedRun = readonly [times: number, ...words: string[]];

/** How usual the runs of words of some text are. */
export interface NgramCounts {
  /** How many words were counted. */
  readonly words: number;
  /** All runs that are kept. */
  runs(): Iterable<CountedRun>;
  /**
   * For each word and question, how many degrees are reached. What a sentence of the counted text has added itself does
   * not count for it, so that training is told no more than new text.
   *
   * @param own those pieces of the sentence that were counted
   */
  degrees(words: readonly string[], own: readonly Piece[]): Uint8Array;
}

/** Numbers for each word, each 0 or 1. */
export const COUNTS_PER_WORD = RUNS.length * DEGREES.length + PAIRS.length * TIES.length;

/**
 * Counts the runs of up to four words, size by size: a run can be seen often only if its parts are, so that of the many
 * that come once hardly any is ever held.
 */
export function countNgrams(pieces: readonly Piece[]): NgramCounts {
  const kept = new Map<string, number>();
  for (let size = 1; size <= LONGEST; size++) {
    const found = new Map<string, number>();
    for (const words of pieces) {
      for (let from = 0; from + size <= words.length; from++) {
        const hasParts =
          size === 1 ||
          (kept.has(runAt(words, from, size - 1)) && kept.has(runAt(words, from + 1, size - 1)));
        if (!hasParts) continue;
        const run = runAt(words, from, size);
        found.set(run, (found.get(run) ?? 0) + 1);
      }
    }
    for (const [run, times] of found) if (times >= LEAST) kept.set(run, times);
  }
  return countsOf(
    kept,
    pieces.reduce((sum, { length }) => sum + length, 0),
  );
}

/** Counts that were saved. */
export function restoreNgrams(runs: Iterable<CountedRun>, words: number): NgramCounts {
  return countsOf(new Map(Array.from(runs, ([times, ...run]) => [run.join(BETWEEN), times])), words);
}

function countsOf(kept: ReadonlyMap<string, number>, all: number): NgramCounts {
  return {
    words: all,

    *runs() {
      for (const [run, times] of kept) yield [times, ...run.split(BETWEEN)];
    },

    degrees(words, own) {
      const ownTimes = new Map<string, number>();
      for (const piece of own) {
        for (let size = 1; size <= LONGEST; size++) {
          for (let from = 0; from + size <= piece.length; from++) {
            const run = runAt(piece, from, size);
            ownTimes.set(run, (ownTimes.get(run) ?? 0) + 1);
          }
        }
      }
      const others = all - own.reduce((sum, { length }) => sum + length, 0);
      const times = (from: number, size: number): number => {
        if (from < 0 || from + size > words.length) return 0;
        const run = runAt(words, from, size);
        const left = (kept.get(run) ?? 0) - (ownTimes.get(run) ?? 0);
        return left < LEAST ? 0 : left;
      };
      const tie = (from: number): number => {
        const together = times(from, 2);
        if (together === 0) return Number.NEGATIVE_INFINITY;
        return Math.log2((together * others) / (times(from, 1) * times(from + 1, 1)));
      };
      const degrees = new Uint8Array(words.length * QUESTIONS);
      let at = 0;
      for (let word = 0; word < words.length; word++) {
        for (const { before, size } of RUNS) degrees[at++] = bucketize(DEGREES, times(word - before, size));
        for (const from of PAIRS) degrees[at++] = bucketize(TIES, tie(word + from));
      }
      return degrees;
    },
  };
}

/** Writes the degrees of a sentence as zeros and ones, from `at` on. */
export function writeDegrees(degrees: Uint8Array, data: Float32Array, at: number): void {
  let first = at;
  for (let i = 0; i < degrees.length; i++) {
    data.fill(1, first, first + degrees[i]!);
    first += (i % QUESTIONS < RUNS.length ? DEGREES : TIES).length;
  }
}

function runAt(words: readonly string[], from: number, size: number): string {
  return size === 1 ? words[from]! : words.slice(from, from + size).join(BETWEEN);
}
