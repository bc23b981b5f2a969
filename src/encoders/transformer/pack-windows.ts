import type { Tensor } from "../../graph/index.ts";
import { indexTensor } from "../index-tensor.ts";
import { rowTensor } from "./row-tensor.ts";

/** Far below any score, so that padding gets an attention weight of exactly 0. */
const NEVER = -1e9;

/** Where the windows of a batch stand: their lengths, how many, and the longest. */
export interface WindowLayout {
  readonly lengths: readonly number[];
  readonly pieces: number;
  readonly windows: number;
  readonly longest: number;
}

export function layoutOf(batch: readonly { readonly windowLengths: readonly number[] }[]): WindowLayout {
  const lengths = batch.flatMap(({ windowLengths }) => windowLengths);
  let pieces = 0;
  let longest = 0;
  for (const length of lengths) {
    pieces += length;
    longest = Math.max(longest, length);
  }
  return { lengths, pieces, windows: lengths.length, longest };
}

/** Numbers for `pieceInputs`. */
export function feedPieces(
  batch: readonly { readonly ids: Int32Array }[],
  { lengths, pieces }: WindowLayout,
  firstPosition: number,
): Record<string, Tensor> {
  const ids = new Int32Array(pieces);
  let row = 0;
  for (const sentence of batch) {
    ids.set(sentence.ids, row);
    row += sentence.ids.length;
  }
  const positions = new Int32Array(pieces);
  row = 0;
  for (const length of lengths) for (let i = 0; i < length; i++) positions[row++] = firstPosition + i;
  return { "encoder.ids": indexTensor(ids), "encoder.positions": indexTensor(positions) };
}

/** Numbers for `attentionInputs`. */
export function feedAttention({ lengths, pieces, windows, longest }: WindowLayout): Record<string, Tensor> {
  const places = new Int32Array(windows * longest).fill(-1);
  const tokens = new Int32Array(pieces);
  const bias = new Float32Array(windows * longest);
  let row = 0;
  lengths.forEach((length, window) => {
    const start = window * longest;
    for (let i = 0; i < length; i++, row++) {
      places[start + i] = row;
      tokens[row] = start + i;
    }
    bias.fill(NEVER, start + length, start + longest);
  });
  return {
    "encoder.places": rowTensor(places, [windows, longest]),
    "encoder.tokens": indexTensor(tokens),
    "encoder.bias": { data: bias, shape: [windows, 1, 1, longest] },
  };
}
