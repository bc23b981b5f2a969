import type { Node, Tensors } from "../../graph/index.ts";
import {
  addDims,
  concat,
  type Dim,
  dimAt,
  dimsOf,
  expand,
  indexTensor,
  input,
  matmul,
  multiplyDims,
  pad,
  reshape,
  slice,
  takeRows,
  transpose,
  unsqueeze,
} from "../../graph/index.ts";
/**
 * All spans of up to `maxWidth` words as a grid: line `d` and row `i` stand for the words `i` … `i + d`. Rows are the packed
 * words of a batch and a few empty ones, so that their number is a multiple of a block. Cells whose last word lies in another
 * sentence, or beyond the end, hold numbers too: whoever reads the grid must leave them out.
 *
 * Nothing here takes more memory than a few numbers per cell, forward or backward: what is computed for a word is shifted along,
 * never looked up, so that the way back is a sum.
 */
export interface SpanGrid {
  /** How many rows there are. */
  readonly rows: Dim;
  /** `["words", n]` to `[rows, n]`, zeros in the empty rows. */
  place(words: Node): Node;
  /** `[n, rows]` to `[n, maxWidth, rows]`: for each cell what stands at its last word. */
  atEnds(x: Node): Node;
  /** `[maxWidth, rows]` to the same: line `d` moved on by `d`, so that what stood at a last word stands at its cell. */
  moved(x: Node): Node;
  /** The way back: what stands at a cell is put at its last word. */
  movedBack(x: Node): Node;
  /** `a_i · b_{i+d}` for each cell: `[rows, n]` twice to `[maxWidth, rows]`. */
  products(a: Node, b: Node): Node;
}

const [PLACES, BACK] = ["grid.places", "grid.back"];

/** At least as many rows as a span has words, and not too few for a matrix product. */
const blockOf = (maxWidth: number) => Math.max(16, maxWidth);

/** How many rows the grid of so many words has. */
export function gridRows(words: number, maxWidth: number): number {
  const block = blockOf(maxWidth);
  return block * Math.max(1, Math.ceil(words / block));
}

/** The nodes of a grid; made once in a graph. */
export function spanGrid(maxWidth: number): SpanGrid {
  const block = blockOf(maxWidth);
  const rows: Dim = `${block}*grid_blocks`;
  const places = reshape(input(PLACES, ["grid_blocks", block], "int64"), [rows]);
  const back = input(BACK, ["words"], "int64");

  /** `[n, maxWidth, rows + maxWidth]` with line `d` moved on by `d`: row by row, each place is one further on than in the line before. */
  function skewed(lines: Node): Node {
    const [n, , length] = dimsOf(lines, 3);
    const flat = pad(reshape(lines, [n, multiplyDims(maxWidth, length)]), 1, 0, maxWidth);
    return slice(reshape(flat, [n, maxWidth, addDims(length, 1)]), 2, 0, rows);
  }

  return {
    rows,
    place: (words) => takeRows(words, places, back),

    atEnds(x) {
      const longer = pad(x, 1, 0, maxWidth);
      const [n, length] = dimsOf(longer, 2);
      return skewed(expand(unsqueeze(longer, 1), [n, maxWidth, length]));
    },

    moved: (x) => reshape(skewed(unsqueeze(pad(x, 1, 0, maxWidth), 0)), [maxWidth, rows]),

    movedBack(x) {
      const longer = pad(x, 1, maxWidth, maxWidth);
      const length = dimAt(longer.shape, 1);
      // One place less in each line, so that line by line everything moves back by one more.
      const flat = slice(reshape(longer, [-1]), 0, 0, multiplyDims(maxWidth, addDims(length, -1)));
      return slice(reshape(flat, [maxWidth, addDims(length, -1)]), 1, maxWidth, addDims(rows, maxWidth));
    },

    products(a, b) {
      const n = dimAt(a.shape, 1);
      // A block of rows against itself and the next one: no span reaches further.
      const own = reshape(a, ["grid_blocks", block, n]);
      const others = reshape(pad(b, 0, 0, block), ["grid_blocks+1", block, n]);
      const seen = concat([slice(others, 0, 0, "grid_blocks"), slice(others, 0, 1, "grid_blocks+1")], 1);
      const all = reshape(matmul(own, seen, { transposeB: true }), ["grid_blocks", 2 * block * block]);
      const diagonals = reshape(pad(all, 1, 0, block), ["grid_blocks", block, 2 * block + 1]);
      return transpose(reshape(slice(diagonals, 2, 0, maxWidth), [rows, maxWidth]), [1, 0]);
    },
  };
}

/** Numbers for `spanGrid`. */
export function feedSpanGrid(words: number, maxWidth: number): Tensors {
  const places = new Int32Array(gridRows(words, maxWidth)).fill(-1);
  for (let i = 0; i < words; i++) places[i] = i;
  const block = blockOf(maxWidth);
  return {
    [PLACES]: indexTensor(places, [places.length / block, block]),
    [BACK]: indexTensor(places.subarray(0, words)),
  };
}
