import { entryAt, zip } from "../../entries.ts";
import type { Tensor } from "../../graph/index.ts";
import { indexTensor } from "../../graph/index.ts";

/** Far below any score, so that masked positions get an attention weight of exactly 0. */
export const NEVER = -1e9;

/** The layout of a batch's windows. */
export interface WindowLayout {
  /** Pieces of each window. */
  readonly lengths: readonly number[];
  readonly pieces: number;
  /** Attention rows are as long as the longest window; short windows share a row. */
  readonly longest: number;
  readonly rows: number;
  /** Where each window starts in these rows, counted row by row. */
  readonly starts: Int32Array;
}

/**
 * Lays out the windows of a batch in few rows by best fit: longest first, each into the fullest row with room. One
 * long sentence among short ones then costs one row, not one for each of them.
 */
export function layoutOf(batch: readonly { readonly windowLengths: readonly number[] }[]): WindowLayout {
  const lengths = batch.flatMap(({ windowLengths }) => windowLengths);
  let pieces = 0;
  let longest = 0;
  for (const length of lengths) {
    pieces += length;
    longest = Math.max(longest, length);
  }
  const starts = new Int32Array(lengths.length);
  /** Rows by the room they have left. */
  const open = Array.from({ length: longest + 1 }, (): number[] => []);
  let rows = 0;
  const order = lengths.map((length, window) => ({ length, window }));
  for (const { length, window } of order.sort((a, b) => b.length - a.length || a.window - b.window)) {
    let room = length;
    while (open[room]?.length === 0) room++;
    const row = open[room]?.pop() ?? rows++;
    const left = Math.min(room, longest);
    starts[window] = (row + 1) * longest - left;
    entryAt(open, left - length).push(row);
  }
  return { lengths, pieces, longest, rows, starts };
}

/**
 * Tensors for `pieceInputs`.
 *
 * @param firstPosition undefined where there is no table of positions
 */
export function feedPieces(
  batch: readonly { readonly ids: Int32Array }[],
  { lengths, pieces }: WindowLayout,
  firstPosition: number | undefined,
): Record<string, Tensor> {
  const ids = new Int32Array(pieces);
  let piece = 0;
  for (const sentence of batch) {
    ids.set(sentence.ids, piece);
    piece += sentence.ids.length;
  }
  if (firstPosition === undefined) return { "encoder.ids": indexTensor(ids) };
  const positions = new Int32Array(pieces);
  piece = 0;
  for (const length of lengths) for (let i = 0; i < length; i++) positions[piece++] = firstPosition + i;
  return { "encoder.ids": indexTensor(ids), "encoder.positions": indexTensor(positions) };
}

/** Tensors for `attentionInputs`: a piece attends only to its own window. */
export function feedAttention({
  lengths,
  pieces,
  longest,
  rows,
  starts,
}: WindowLayout): Record<string, Tensor> {
  const places = new Int32Array(rows * longest).fill(-1);
  const tokens = new Int32Array(pieces);
  const bias = new Float32Array(rows * longest * longest).fill(NEVER);
  let piece = 0;
  for (const [length, start] of zip(lengths, starts)) {
    for (let i = 0; i < length; i++, piece++) {
      places[start + i] = piece;
      tokens[piece] = start + i;
      const seen = (start + i) * longest + (start % longest);
      bias.fill(0, seen, seen + length);
    }
  }
  return {
    "encoder.places": indexTensor(places, [rows, longest]),
    "encoder.tokens": indexTensor(tokens),
    "encoder.bias": { data: bias, shape: [rows, 1, longest, longest] },
  };
}
