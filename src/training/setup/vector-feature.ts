import type { Sentence } from "../../data/index.ts";
import type { WordFeatures } from "../../encoders/index.ts";
import { hasVectors, readVectors, staticVectors, type WordVectors } from "../../encoders/index.ts";
import { percentOf } from "../../format.ts";
import type { VectorChoice } from "../config/features.ts";
/**
 * Reads the word vectors of a config: those of all words in `sentences`, and the first ones of the file for new text.
 *
 * @param known the words that a model knows that the run begins with: they stay, with the vectors that the model has. If
 *   the file is gone they are all there is
 */
export async function vectorFeature(
  { file, first, ...options }: VectorChoice,
  sentences: readonly Sentence[],
  known?: { readonly words: readonly string[]; readonly size: number },
): Promise<{ readonly feature: WordFeatures; readonly notices: readonly string[] }> {
  const seen = new Set<string>();
  for (const { tokens } of sentences) {
    for (const token of tokens) seen.add(token).add(token.toLowerCase());
  }
  let row = 0;
  // Files list frequent words first; the test is asked once for each row, in order.
  const needed = (word: string) => row++ < first || seen.has(word);
  if (known !== undefined && !hasVectors(file, process.env)) {
    const values = new Float32Array(known.words.length * known.size);
    const kept = { dim: known.size, words: known.words, values, read: known.words.length, duplicates: 0 };
    const notice = `"${file}" is gone: words that the model has no vector for stay without one`;
    return { feature: staticVectors(kept, options), notices: [notice, coverageOf(kept, sentences, file)] };
  }
  const vectors = withWords(await readVectors(file, { needed }), known?.words ?? []);
  return { feature: staticVectors(vectors, options), notices: [coverageOf(vectors, sentences, file)] };
}

/** The same with further words, whose vectors come from elsewhere. */
function withWords(vectors: WordVectors, words: readonly string[]): WordVectors {
  const has = new Set(vectors.words);
  const more = words.filter((word) => !has.has(word));
  if (more.length === 0) return vectors;
  const values = new Float32Array((vectors.words.length + more.length) * vectors.dim);
  values.set(vectors.values);
  return { ...vectors, words: [...vectors.words, ...more], values };
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
