import { input, mul, type Node, scatterAddRows, type Tensors, zeros } from "../graph/index.ts";
import type { Prepared } from "./encoder.ts";
import { indexTensor } from "./index-tensor.ts";

const [OWNER, SHARE] = ["encoder.sentence_of", "encoder.sentence_share"];

/** The mean of each sentence's words, `["words", dim]` to `["sentences", dim]`; zeros for a sentence without words. */
export function sentenceMean(words: Node): Node {
  const sums = scatterAddRows(zeros(["sentences", words.shape[1]!]), input(OWNER, ["words"], "int64"), words);
  return mul(sums, input(SHARE, ["sentences", 1]));
}

export function feedSentenceMean(batch: readonly Prepared[]): Tensors {
  const owners = new Int32Array(batch.reduce((sum, { words }) => sum + words, 0));
  const shares = Float32Array.from(batch, ({ words }) => (words === 0 ? 0 : 1 / words));
  let start = 0;
  batch.forEach(({ words }, i) => {
    owners.fill(i, start, start + words);
    start += words;
  });
  return { [OWNER]: indexTensor(owners), [SHARE]: { data: shares, shape: [batch.length, 1] } };
}
