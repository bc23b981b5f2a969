import { gather, input, mul, type Node, scatterAddRows, type Tensor, zeros } from "../../graph/index.ts";
import { indexTensor } from "../index-tensor.ts";
import type { PreparedPieces } from "./prepared-pieces.ts";

/** Which of a word's pieces its vector is taken from. */
export type Pooling = "first" | "last" | "mean";

/** The vector of a sentence: that of the first special piece (`[CLS]`) of its first window, or their mean over all windows. */
export type SentencePooling = "first" | "mean";

/** A choice or mean of rows for each item of an axis. */
type Groups = readonly (readonly number[] | Int32Array)[];

/**
 * One vector per word from those of its pieces; zeros for a word without any.
 *
 * @param rows `[pieces, hidden]`
 * @returns `[words, hidden]`
 */
export function poolWords(rows: Node, pooling: Pooling): Node {
  return pooled(rows, "words", pooling === "mean");
}

/** `[pieces, hidden]` to `[sentences, hidden]`. */
export function poolSentences(rows: Node, pooling: SentencePooling): Node {
  return pooled(rows, "sentences", pooling === "mean");
}

/** Numbers for `poolWords`. */
export function feedWordPooling(batch: readonly PreparedPieces[], pooling: Pooling): Record<string, Tensor> {
  const groups: Int32Array[] = [];
  let base = 0;
  for (const { words, wordStarts, wordRows, ids } of batch) {
    for (let word = 0; word < words; word++) {
      const [start, end] = [wordStarts[word]!, wordStarts[word + 1]!];
      const some =
        pooling === "mean" || start === end
          ? wordRows.subarray(start, end)
          : pooling === "first"
            ? wordRows.subarray(start, start + 1)
            : wordRows.subarray(end - 1, end);
      groups.push(some.map((row) => base + row));
    }
    base += ids.length;
  }
  return fed(groups, "words", pooling === "mean");
}

/** Numbers for `poolSentences`. */
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
  return fed(groups, "sentences", pooling === "mean");
}

/** A single row each is a plain look-up; a mean adds up rows. `share` is 1 / rows, and 0 where there is none. */
function pooled(rows: Node, axis: "words" | "sentences", mean: boolean): Node {
  const share = input(`encoder.${axis}.share`, [axis, 1]);
  if (!mean) return mul(gather(rows, input(`encoder.${axis}.rows`, [axis], "int64")), share);
  const taken = gather(rows, input(`encoder.${axis}.rows`, [`${axis}_rows`], "int64"));
  const target = input(`encoder.${axis}.targets`, [`${axis}_rows`], "int64");
  return mul(scatterAddRows(zeros([axis, rows.shape[1]!]), target, taken), share);
}

function fed(groups: Groups, axis: "words" | "sentences", mean: boolean): Record<string, Tensor> {
  const share = Float32Array.from(groups, (group) => (group.length === 0 ? 0 : 1 / group.length));
  const rows = mean ? groups.flatMap((group) => [...group]) : groups.map((group) => group[0] ?? 0);
  const targets = mean ? { [`encoder.${axis}.targets`]: indexTensor(targetsOf(groups)) } : {};
  return {
    [`encoder.${axis}.rows`]: indexTensor(rows),
    [`encoder.${axis}.share`]: { data: share, shape: [groups.length, 1] },
    ...targets,
  };
}

function targetsOf(groups: Groups): number[] {
  return groups.flatMap((group, item) => Array.from(group, () => item));
}
