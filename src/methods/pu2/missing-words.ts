import type { Sentence } from "../../data/index.ts";
import { entryAt } from "../../entries.ts";
import { knowledge, type TagCorpus } from "../tagger/corpus.ts";

/** λ of the paper for data that nothing is known about, and the least that is ever removed by an estimate. */
export const LEAST_REMOVED = 0.1 / 32;

/**
 * The share of the ranked words that belong to missed entities, by comparison with sentences that are completely labelled:
 *
 *     λ = (π (e + m) − e) / m
 *
 * `π` is the share of the words of complete sentences that lie in an entity, `e` and `m` are the labelled and the
 * ranked words of the sentences to rank. Undefined without complete sentences.
 *
 * @param dev sentences; those that are not complete say nothing
 * @param sentences the numbers of those with ranked words
 */
export function missingByDensity(
  dev: readonly Sentence[],
  corpus: Pick<TagCorpus, "known">,
  sentences: readonly number[],
): number | undefined {
  let [words, inside] = [0, 0];
  for (const sentence of completeOf(dev)) {
    words += sentence.tokens.length;
    inside += entityWords(sentence).reduce((sum, flag) => sum + flag, 0);
  }
  if (inside === 0) return undefined;
  let [labelled, ranked] = [0, 0];
  for (const sentence of sentences) {
    for (const kind of corpus.known(sentence)) {
      if (kind === knowledge.entity) labelled++;
      else if (kind === knowledge.unlabelled) ranked++;
    }
  }
  if (ranked === 0) return undefined;
  const missing = (inside / words) * (labelled + ranked) - labelled;
  return Math.min(1, Math.max(LEAST_REMOVED, missing / ranked));
}

/**
 * The same without complete sentences, by O-values: missed entities look like labelled ones, so half of their words should
 * have an O-value below the median of labelled words, and hardly any other word has. Labelled words are taught, missed
 * ones are not, so this is rather too low than too high.
 *
 * @param ranked the O-values of the ranked words
 * @param labelled the O-values of words of labelled entities
 */
export function missingByValues(ranked: Float32Array, labelled: Float32Array): number {
  if (labelled.length === 0 || ranked.length === 0) return LEAST_REMOVED;
  const median = entryAt(labelled.toSorted(), labelled.length >> 1);
  const below = ranked.reduce((count, value) => count + (value < median ? 1 : 0), 0);
  return Math.min(1, Math.max(LEAST_REMOVED, (2 * below) / ranked.length));
}

/** Sentences in which every entity is labelled. */
export function completeOf(sentences: readonly Sentence[]): Sentence[] {
  return sentences.filter(({ completeness }) => completeness === "complete");
}

/** For each word, 1 where it lies in a labelled entity. */
export function entityWords({ tokens, entities }: Pick<Sentence, "tokens" | "entities">): Uint8Array {
  const flags = new Uint8Array(tokens.length);
  for (const { start, end } of entities) flags.fill(1, start, end);
  return flags;
}
