import type { Sentence } from "../../data/index.ts";
import { entryAt, zip } from "../../entries.ts";
import type { EpochMetrics } from "../learner.ts";
import { maskedSample, runningMean } from "../masked-sample.ts";
import { knowledge, type TagCorpus } from "./corpus.ts";

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
  const sample = maskedSample(sentences, seed);

  return async () => {
    if (sample.length === 0) return {};
    const values = await oValues(sample);
    const [ofHidden, ofOutside] = [runningMean(), runningMean()];
    for (const [sentence, own] of zip(sample, values)) {
      const known = corpus.known(sentence);
      const hidden = hiddenWords(entryAt(sentences, sentence));
      for (const [value, kind, isHidden] of zip(own, known, hidden)) {
        if (kind === knowledge.entity || kind === knowledge.unknown) continue;
        (isHidden === 1 ? ofHidden : ofOutside).add(value);
      }
    }
    return { oValueHidden: ofHidden.result(), oValueOutside: ofOutside.result() };
  };
}

/** For each word of a sentence, 1 where it is part of an entity whose label was masked. */
export function hiddenWords({ tokens, hidden = [] }: Sentence): Uint8Array {
  const words = new Uint8Array(tokens.length);
  for (const { start, end } of hidden) words.fill(1, start, end);
  return words;
}
