import type { FoundWord } from "../../dictionary/index.ts";
import { bucketize } from "./bucketize.ts";

/** The sets of a token: words that begin with it, go on in it, end with it, and are it. */
export const SETS = 4;
const [BEGIN, MIDDLE, END, SINGLE] = [0, 1, 2, 3] as const;

/** A word in a set of a token. */
interface WordInSet {
  /** `SETS · token + set` */
  readonly place: number;
  readonly word: number;
}

/** The sets of all tokens of a sentence, by token, set, and the order of the words in the text. */
export function wordSets(found: readonly FoundWord[]): WordInSet[] {
  const all: WordInSet[] = [];
  for (const { start, end, word } of found) {
    for (let token = start; token < end; token++) {
      all.push({ place: SETS * token + setOf(token, start, end), word });
    }
  }
  return all.sort((a, b) => a.place - b.place);
}

function setOf(token: number, start: number, end: number): number {
  if (end - start === 1) return SINGLE;
  if (token === start) return BEGIN;
  return token === end - 1 ? END : MIDDLE;
}

/**
 * How much each word of a token's sets counts: four times its share of the frequency of all, so that weights of a token
 * sum to 4. [SOFTLEXICON, weighted pooling]
 *
 *     v(S) = 4/Z · Σ z(w)·e(w) for w in S,  Z = Σ z(w) for w in B ∪ M ∪ E ∪ S
 *
 * @param frequency `z`, above 0
 */
export function setWeights(sets: readonly WordInSet[], frequency: (word: number) => number): Float32Array {
  const weights = Float32Array.from(sets, ({ word }) => frequency(word));
  for (let first = 0; first < sets.length; ) {
    const token = Math.floor(sets[first]!.place / SETS);
    let end = first;
    let total = 0;
    while (end < sets.length && Math.floor(sets[end]!.place / SETS) === token) total += weights[end++]!;
    for (let i = first; i < end; i++) weights[i] = (SETS * weights[i]!) / total;
    first = end;
  }
  return weights;
}

/** Lengths and numbers of words from which on a set is told apart. */
const LENGTHS = [2, 3, 4, 5];
const NUMBERS = [1, 2, 3];

/** Columns of zeros and ones that tell the longest word of a set and how many it has. */
const PER_SET = LENGTHS.length + 1 + NUMBERS.length + 1;

export const SET_COLUMNS = SETS * PER_SET;

/** For each token and set, two buckets: of the length of its longest word, and of the number of its words. */
export function setBuckets(
  tokens: number,
  sets: readonly WordInSet[],
  lengthOf: (word: number) => number,
): Uint8Array {
  const longest = new Uint16Array(SETS * tokens);
  const numbers = new Uint16Array(SETS * tokens);
  for (const { place, word } of sets) {
    longest[place] = Math.max(longest[place]!, lengthOf(word));
    numbers[place]!++;
  }
  const buckets = new Uint8Array(2 * SETS * tokens);
  for (let place = 0; place < SETS * tokens; place++) {
    buckets[2 * place] = bucketize(LENGTHS, longest[place]!);
    buckets[2 * place + 1] = bucketize(NUMBERS, numbers[place]!);
  }
  return buckets;
}

/** Writes the buckets of tokens as zeros and ones, `SET_COLUMNS` for each token. */
export function writeSetBuckets(buckets: Uint8Array, data: Float32Array, start: number): void {
  for (let place = 0; 2 * place < buckets.length; place++) {
    const first = start + PER_SET * place;
    data[first + buckets[2 * place]!] = 1;
    data[first + LENGTHS.length + 1 + buckets[2 * place + 1]!] = 1;
  }
}
