import type { Sentence } from "../../data/index.ts";
import { Random } from "../../random.ts";
import type { EpochMetrics } from "../learner.ts";
import { knowledge, type TagCorpus } from "./corpus.ts";

/** How many sentences with masked entities are looked at in each epoch. */
const SAMPLE = 400;

interface OValueMetricsOptions {
  readonly corpus: TagCorpus;
  readonly seed: number;
  oValues(sentences: readonly number[]): Promise<Float32Array[]>;
}

/**
 * Watches what becomes of entities whose labels were masked, without dropout, over a fixed sample of sentences;
 * without such, says nothing.
 *
 * - `oValueHidden`: the mean O-value of their words
 * - `oValueOutside`: the mean O-value of words that are in no entity
 *
 * While the first is well below the second, the model still tells missed entities from the rest. [PU2, Fig. 2]
 */
export function oValueMetrics({ corpus, seed, oValues }: OValueMetricsOptions): () => Promise<EpochMetrics> {
  const { sentences } = corpus;
  const masked = sentences.flatMap(({ hidden = [] }, i) => (hidden.length > 0 ? [i] : []));
  // The name of a random stream: another name would draw another sample.
  const sample = new Random(seed).fork("diagnosed").shuffled(masked).slice(0, SAMPLE);

  return async () => {
    if (sample.length === 0) return {};
    const values = await oValues(sample);
    const [sums, counts] = [new Float64Array(2), new Float64Array(2)];
    sample.forEach((sentence, i) => {
      const known = corpus.known(sentence);
      const hidden = hiddenWords(sentences[sentence]!);
      values[i]!.forEach((value, word) => {
        if (known[word] === knowledge.entity || known[word] === knowledge.unknown) return;
        const kind = hidden[word]!;
        sums[kind]! += value;
        counts[kind]! += 1;
      });
    });
    const mean = (kind: number) => (counts[kind] === 0 ? 0 : sums[kind]! / counts[kind]!);
    return { oValueHidden: mean(1), oValueOutside: mean(0) };
  };
}

/** For each word of a sentence, 1 where it is part of an entity whose label was masked. */
export function hiddenWords({ tokens, hidden = [] }: Sentence): Uint8Array {
  const words = new Uint8Array(tokens.length);
  for (const { start, end } of hidden) words.fill(1, start, end);
  return words;
}
