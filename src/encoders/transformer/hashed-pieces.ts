import { hashString } from "../features/hash-string.ts";
import type { PieceTokenizer } from "./piece-tokenizer.ts";

/** Ids below this are special. */
const START = 1;
const END = 2;
const SPECIAL = 3;

/** Scripts written without blanks between words: one character is one piece. */
const IDEOGRAPH = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}/u;

interface HashedPiecesOptions {
  /** Rows of the table that pieces are hashed into, special ones included. */
  readonly vocabulary: number;
  /** Characters in a piece. */
  readonly length: number;
}

/**
 * Pieces without a vocabulary, for a transformer trained from scratch: a word is split into runs of a few characters,
 * the first one marked, and each is hashed to a row. There is nothing to learn beforehand, every word has pieces, and
 * words with the same beginning share them.
 */
export function hashedPieces({ vocabulary, length }: HashedPiecesOptions): PieceTokenizer {
  const buckets = vocabulary - SPECIAL;
  if (buckets < 1 || length < 1)
    throw new Error(`hashed pieces need at least ${SPECIAL + 1} rows and 1 character`);
  return {
    before: [START],
    after: [END],
    vocabulary,
    pieces: (word) =>
      runs(word, length).map((run, index) => SPECIAL + (hashString(run, index === 0 ? 1 : 2) % buckets)),
  };
}

function runs(word: string, length: number): string[] {
  const found: string[] = [];
  let run = "";
  let count = 0;
  for (const character of word) {
    const alone = IDEOGRAPH.test(character);
    if (run !== "" && (alone || count === length)) {
      found.push(run);
      [run, count] = ["", 0];
    }
    run += character;
    count = alone ? length : count + 1;
  }
  if (run !== "") found.push(run);
  return found;
}
