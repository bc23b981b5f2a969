import type { Dim, Node, Tensors } from "../../graph/index.ts";
import { indexTensor, input, reshape, takeRows } from "../../graph/index.ts";
/** The words of a packed batch laid out by sentence, for losses over whole sentences. */
export interface PaddedWords {
  /** `["batch", "longest"]`: 1 for words, 0 for padding, which comes after the words. */
  readonly mask: Node;
  /** `["words", n]` to `["batch", "longest", n]`; rows of padding are zero. */
  pad(rows: Node): Node;
  /** Everything that `feedPaddedWords` feeds, to be named when compiling. */
  readonly inputs: readonly Node[];
}

/** The names of the two axes. */
export const PADDED: readonly [batch: Dim, longest: Dim] = ["batch", "longest"];

const NAMES = { places: "padded.places", back: "padded.back", mask: "padded.mask" } as const;

/** Adds the inputs that lay out a batch; sentences without words have to be left out of it. */
export function paddedWords(): PaddedWords {
  const places = input(NAMES.places, ["batch*longest"], "int64");
  const back = input(NAMES.back, ["words"], "int64");
  const mask = input(NAMES.mask, PADDED);
  return {
    mask,
    pad: (rows) => reshape(takeRows(rows, places, back), [...PADDED, ...rows.shape.slice(1)]),
    inputs: [places, back, mask],
  };
}

/** Numbers for `paddedWords`: how many words each sentence has. */
export function feedPaddedWords(lengths: readonly number[]): Tensors {
  const shape = paddedShape(lengths);
  const [batch, longest] = shape;
  const places = new Int32Array(batch * longest).fill(-1);
  const back = new Int32Array(lengths.reduce((sum, words) => sum + words, 0));
  const mask = new Float32Array(batch * longest);
  let row = 0;
  lengths.forEach((words, sentence) => {
    if (words === 0) throw new Error("a sentence without words cannot be laid out");
    for (let at = sentence * longest; at < sentence * longest + words; at++, row++) {
      places[at] = row;
      back[row] = at;
      mask[at] = 1;
    }
  });
  return {
    [NAMES.places]: indexTensor(places),
    [NAMES.back]: indexTensor(back),
    [NAMES.mask]: { data: mask, shape },
  };
}

/** Numbers of each word, sentence by sentence, as `[batch, longest]` rows; `fill` on padding. */
export function padRows(rows: readonly ArrayLike<number>[], fill = 0): Int32Array {
  const [batch, longest] = paddedShape(rows.map(({ length }) => length));
  const padded = new Int32Array(batch * longest).fill(fill);
  rows.forEach((row, sentence) => {
    padded.set(row, sentence * longest);
  });
  return padded;
}

/** How large a padded batch is. */
export function paddedShape(lengths: readonly number[]): readonly [batch: number, longest: number] {
  return [lengths.length, lengths.reduce((most, words) => Math.max(most, words), 0)];
}
