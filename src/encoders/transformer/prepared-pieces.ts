import { entryAt } from "../../entries.ts";
import type { StackedWords } from "../features/feature-stack.ts";
import type { PieceTokenizer } from "./piece-tokenizer.ts";
import { planWindows } from "./windows.ts";

/** A sentence as the windows of word-pieces that a transformer reads. */
export interface PreparedPieces extends StackedWords {
  /** The pieces of all windows in order, special ones included: the sentence's rows. */
  readonly ids: Int32Array;
  /** Rows of each window. There is always one window, even for a sentence without words. */
  readonly windowLengths: readonly number[];
  /** The rows of word `w` are `wordRows[wordStarts[w]]` up to `wordRows[wordStarts[w + 1] - 1]`. */
  readonly wordStarts: Int32Array;
  readonly wordRows: Int32Array;
}

interface CutOptions {
  /** Pieces in a window, special ones included. */
  readonly window: number;
  readonly overlap: number;
}

/** Splits words into pieces and pieces into windows. */
export function preparePieces(
  words: readonly string[],
  tokenizer: PieceTokenizer,
  { window, overlap }: CutOptions,
): Omit<PreparedPieces, "features"> {
  const { before, after } = tokenizer;
  const pieces = words.map((word) => tokenizer.pieces(word));
  const wordStarts = new Int32Array(words.length + 1);
  let start = 0;
  pieces.forEach((ids, word) => {
    start += ids.length;
    wordStarts[word + 1] = start;
  });
  const flat = Int32Array.from(pieces.flat());
  const room = window - before.length - after.length;
  const { windows, home } = planWindows(
    pieces.map((ids) => ids.length),
    { room, overlap },
  );
  const windowLengths = windows.map(({ start, end }) => before.length + end - start + after.length);
  const total = windowLengths.reduce((sum, length) => sum + length, 0);
  const ids = new Int32Array(total);
  /** Row of a window's piece = its position in the sentence + this. */
  const shifts: number[] = [];
  let row = 0;
  windows.forEach(({ start, end }) => {
    ids.set(before, row);
    ids.set(flat.subarray(start, end), row + before.length);
    ids.set(after, row + before.length + end - start);
    shifts.push(row + before.length - start);
    row += before.length + end - start + after.length;
  });
  return {
    words: words.length,
    cost: total,
    unseen: pieces.flatMap((of, word) => (of.length === 0 ? [word] : [])),
    ids,
    windowLengths,
    wordStarts,
    wordRows: home.map((of, piece) => piece + entryAt(shifts, of)),
  };
}
