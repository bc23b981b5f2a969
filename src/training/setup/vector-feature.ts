import type { Sentence } from "../../data/index.ts";
import type { WordFeatures } from "../../encoders/index.ts";
import { readVectors, staticVectors, type WordVectors } from "../../encoders/index.ts";
import { percentOf } from "../../format.ts";
import type { VectorChoice } from "../config/features.ts";
/** Reads the word vectors of a config: those of all words in `sentences`, and the first ones of the file for new text. */
export async function vectorFeature(
  { file, first, ...options }: VectorChoice,
  sentences: readonly Sentence[],
): Promise<{ readonly feature: WordFeatures; readonly notices: readonly string[] }> {
  const seen = new Set<string>();
  for (const { tokens } of sentences) {
    for (const token of tokens) seen.add(token).add(token.toLowerCase());
  }
  let row = 0;
  // Files list frequent words first; the test is asked once for each row, in order.
  const needed = (word: string) => row++ < first || seen.has(word);
  const vectors = await readVectors(file, { needed });
  return { feature: staticVectors(vectors, options), notices: [coverageOf(vectors, sentences, file)] };
}

function coverageOf({ words, read }: WordVectors, sentences: readonly Sentence[], file: string): string {
  const known = new Set(words);
  let [found, all] = [0, 0];
  for (const { tokens } of sentences) {
    all += tokens.length;
    for (const token of tokens) if (known.has(token) || known.has(token.toLowerCase())) found++;
  }
  return `${percentOf(found, all)} of the words have a vector in "${file}" (${words.length.toLocaleString("en")} of ${read.toLocaleString("en")} rows kept)`;
}
