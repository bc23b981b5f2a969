import { z } from "zod";
import { UserError } from "../../errors.ts";
import {
  add,
  type BuildContext,
  declared,
  gather,
  indexTensor,
  initialise,
  input,
  mul,
  type Node,
  type Tensors,
} from "../../graph/index.ts";
import { parseConfig } from "../../parse-config.ts";
import type { WordVectors } from "./vectors/word-vectors.ts";
import { featureName, type WordFeatures } from "./word-features.ts";

export const staticVectorsConfig = z.strictObject({
  kind: z.literal("static-vectors"),
  name: featureName.default("vectors"),
  size: z.int().positive().describe("Size of each vector"),
  trained: z.boolean().default(false).describe("Whether training may change the vectors"),
  unknown: z
    .enum(["learned", "zero"])
    .default("learned")
    .describe("The vector of words that are not in the file"),
});

type StaticVectorsConfig = z.infer<typeof staticVectorsConfig>;

export type StaticVectorsOptions = Partial<Omit<StaticVectorsConfig, "kind" | "size">>;

/** The table rows of a sentence's words; −1 for unknown words. */
type VectorWords = Int32Array;

const VOCABULARY = "vocabulary.json";

/**
 * Pretrained word vectors as a feature. A word is looked up as it is, then in lower case. The vectors are weights of
 * the model (frozen unless `trained`), so they are saved with it and the file is not needed again.
 */
export function staticVectors(
  vectors: WordVectors,
  options: StaticVectorsOptions = {},
): WordFeatures<VectorWords> {
  const config = parseConfig(
    staticVectorsConfig,
    { kind: "static-vectors", size: vectors.dim, ...options },
    "the word vectors",
  );
  return fromConfig(config, vectors.words, vectors.values);
}

/** Restores the feature with its saved vocabulary; the vectors come with the weights. */
export function restoreStaticVectors(
  config: StaticVectorsConfig,
  files: ReadonlyMap<string, Uint8Array>,
): WordFeatures<VectorWords> {
  return fromConfig(config, vocabularyOf(files.get(VOCABULARY), config.name), undefined);
}

/** The words of a saved feature of vectors and the size of each, from the files of its encoder. */
export function savedVocabulary(
  config: unknown,
  files: ReadonlyMap<string, Uint8Array>,
): { readonly words: readonly string[]; readonly size: number } {
  const { name, size } = staticVectorsConfig.parse(config);
  return { words: vocabularyOf(files.get(`${name}/${VOCABULARY}`), name), size };
}

function fromConfig(
  config: StaticVectorsConfig,
  words: readonly string[],
  values: Float32Array | undefined,
): WordFeatures<VectorWords> {
  const { name, size, trained } = config;
  const prefix = `encoder.${name}`;
  const places = new Map(words.map((word, i) => [word, i]));
  const initial = values === undefined ? initialise.zeros : (target: Float32Array) => target.set(values);
  // A table has at least one row, so that a look-up for an unknown word has somewhere to go.
  const rows = Math.max(1, words.length);

  return {
    name,
    dim: size,
    config,
    axisKeys: new Map([[`${prefix}.table`, [words.length === 0 ? null : words, null]]]),
    frozen: trained ? [] : [`${prefix}.table`],
    files: async () => new Map([[VOCABULARY, new TextEncoder().encode(JSON.stringify(words))]]),

    prepare: (sentence) =>
      Int32Array.from(sentence, (word) => places.get(word) ?? places.get(word.toLowerCase()) ?? -1),

    build(context: BuildContext): Node {
      const table = declared(context, `${prefix}.table`, [rows, size], initial);
      const found = gather(table, input(`${prefix}.rows`, ["words"], "int64"));
      let vectors = mul(found, input(`${prefix}.known`, ["words", 1]));
      if (config.unknown === "learned") {
        const unknown = declared(context, `${prefix}.unknown`, [1, size], initialise.zeros);
        vectors = add(vectors, mul(unknown, input(`${prefix}.missing`, ["words", 1])));
      }
      return vectors;
    },

    feed(batch: readonly VectorWords[]): Tensors {
      const all = new Int32Array(batch.reduce((sum, { length }) => sum + length, 0));
      let start = 0;
      for (const sentence of batch) {
        all.set(sentence, start);
        start += sentence.length;
      }
      const known = Float32Array.from(all, (row) => (row < 0 ? 0 : 1));
      const missing = known.map((value) => 1 - value);
      const column = [all.length, 1];
      return {
        [`${prefix}.rows`]: indexTensor(all.map((row) => Math.max(0, row))),
        [`${prefix}.known`]: { data: known, shape: column },
        ...(config.unknown === "learned" ? { [`${prefix}.missing`]: { data: missing, shape: column } } : {}),
      };
    },
  };
}

function vocabularyOf(bytes: Uint8Array | undefined, feature: string): readonly string[] {
  const what = `the vocabulary of the saved word feature "${feature}"`;
  if (bytes === undefined) throw new UserError(`${what} is missing`);
  let words: unknown;
  try {
    words = JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new UserError(`${what} is not JSON`, { cause });
  }
  if (!Array.isArray(words) || !words.every((word) => typeof word === "string")) {
    throw new UserError(`${what} is not a list of words`);
  }
  return words;
}
