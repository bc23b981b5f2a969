import type { Node, Tensors } from "../../graph/index.ts";
import { input, matmul } from "../../graph/index.ts";
import { type Prepared, totalWords } from "../encoder.ts";

const SHARES = "encoder.sentence_shares";

/**
 * The mean of each sentence's words, `["words", dim]` to `["sentences", dim]`; zeros for a sentence without words.
 *
 * Computed as a product with a mostly zero matrix: scattering words into sentences takes ten times as long.
 */
export function sentenceMean(words: Node): Node {
  return matmul(input(SHARES, ["sentences", "words"]), words);
}

export function feedSentenceMean(batch: readonly Prepared[]): Tensors {
  const all = totalWords(batch);
  const shares = new Float32Array(batch.length * all);
  let start = 0;
  batch.forEach(({ words }, i) => {
    shares.fill(1 / words, i * all + start, i * all + start + words);
    start += words;
  });
  return { [SHARES]: { data: shares, shape: [batch.length, all] } };
}
