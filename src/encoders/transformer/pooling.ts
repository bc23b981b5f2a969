import type { Node, Tensor } from "../../graph/index.ts";
import { concat, dimAt, indexTensor, input, mul, reduceSum, reshape, takeRows } from "../../graph/index.ts";
import type { PreparedPieces } from "./prepared-pieces.ts";

/** Which of its pieces a word's vector is taken from; `first-last`: both, side by side. */
type Pooling = "first" | "last" | "mean" | "first-last";

/** The vector of a sentence: that of the first special piece (`[CLS]`) of its first window, or their mean over all windows. */
type SentencePooling = "first" | "mean";

type Axis = "words" | "sentences";

/** What the inputs for the last pieces are called, where first ones are taken too. */
const LAST = "words.last";

/** The rows of each word (or sentence). No row belongs to two. */
type Groups = readonly (readonly number[] | Int32Array)[];

/**
 * One vector per word from its pieces; zeros for a word without any.
 *
 * @param rows `[pieces, hidden]`
 * @returns `[words, hidden]`, twice as wide for `first-last`
 */
export function poolWords(rows: Node, pooling: Pooling): Node {
  const first = pooled(rows, "words", pooling === "mean");
  return pooling === "first-last" ? concat([first, pooled(rows, "words", false, LAST)], 1) : first;
}

/** `[pieces, hidden]` to `[sentences, hidden]`; as wide as words, for which a sentence may stand. */
export function poolSentences(rows: Node, pooling: SentencePooling, words: Pooling): Node {
  const own = pooled(rows, "sentences", pooling === "mean");
  return words === "first-last" ? concat([own, own], 1) : own;
}

/** How many pieces stand side by side in the vector of a word. */
export function pooledPieces(pooling: Pooling): number {
  return pooling === "first-last" ? 2 : 1;
}

/** Tensors for `poolWords`. */
export function feedWordPooling(batch: readonly PreparedPieces[], pooling: Pooling): Record<string, Tensor> {
  if (pooling === "first-last") {
    return { ...feedOnePooling(batch, "first", "words"), ...feedOnePooling(batch, "last", LAST) };
  }
  return feedOnePooling(batch, pooling, "words");
}

function feedOnePooling(
  batch: readonly PreparedPieces[],
  pooling: Exclude<Pooling, "first-last">,
  name: string,
): Record<string, Tensor> {
  const groups: Int32Array[] = [];
  let base = 0;
  for (const { words, wordStarts, wordRows, ids } of batch) {
    let start = 0;
    for (const end of wordStarts.subarray(1, words + 1)) {
      const first = pooling === "last" ? Math.max(start, end - 1) : start;
      const last = pooling === "first" ? Math.min(start + 1, end) : end;
      groups.push(wordRows.subarray(first, last).map((row) => base + row));
      start = end;
    }
    base += ids.length;
  }
  return fed(groups, base, name, pooling === "mean");
}

/** Tensors for `poolSentences`. */
export function feedSentencePooling(
  batch: readonly PreparedPieces[],
  pooling: SentencePooling,
): Record<string, Tensor> {
  let base = 0;
  const groups = batch.map(({ windowLengths }) => {
    const starts = windowLengths.map((length) => {
      base += length;
      return base - length;
    });
    return pooling === "mean" ? starts : starts.slice(0, 1);
  });
  return fed(groups, base, "sentences", pooling === "mean");
}

/**
 * Rows are taken, never scattered: the gradient of `takeRows` is as cheap as itself. For a mean, each item has as
 * many slots as the item with most rows; empty slots hold zeros.
 */
function pooled(rows: Node, axis: Axis, mean: boolean, name: string = axis): Node {
  const back = input(`encoder.${name}.back`, ["pieces"], "int64");
  if (!mean) return takeRows(rows, input(`encoder.${name}.rows`, [axis], "int64"), back);
  const slots = input(`encoder.${axis}.rows`, [axis, `${axis}_slots`], "int64");
  const taken = takeRows(rows, reshape(slots, [-1]), back);
  const sums = reduceSum(reshape(taken, [...slots.shape, dimAt(rows.shape, 1)]), 1);
  return mul(sums, input(`encoder.${axis}.share`, [axis, 1]));
}

function fed(groups: Groups, pieces: number, axis: string, mean: boolean): Record<string, Tensor> {
  const slots = mean ? groups.reduce((most, { length }) => Math.max(most, length), 1) : 1;
  const rows = new Int32Array(groups.length * slots).fill(-1);
  const back = new Int32Array(pieces).fill(-1);
  groups.forEach((group, item) => {
    group.forEach((row, slot) => {
      rows[item * slots + slot] = row;
      back[row] = item * slots + slot;
    });
  });
  const own = {
    [`encoder.${axis}.rows`]: indexTensor(rows, mean ? [groups.length, slots] : [groups.length]),
    [`encoder.${axis}.back`]: indexTensor(back),
  };
  if (!mean) return own;
  const share = Float32Array.from(groups, ({ length }) => (length === 0 ? 0 : 1 / length));
  return { ...own, [`encoder.${axis}.share`]: { data: share, shape: [groups.length, 1] } };
}
