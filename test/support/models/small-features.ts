import { buildDictionary } from "../../../src/dictionary/index.ts";
import { dictionaryFeatures } from "../../../src/encoders/features/dictionary-features.ts";
import { hashedFeatures } from "../../../src/encoders/features/hashed-features.ts";
import { lexiconFeatures } from "../../../src/encoders/features/lexicon-features.ts";
import { staticVectors } from "../../../src/encoders/features/static-vectors.ts";
import type { WordFeatures } from "../../../src/encoders/features/word-features.ts";

/** Hashed spelling with tables small enough to look at every number. */
export function smallSpelling(): WordFeatures {
  return hashedFeatures({
    columns: [
      { feature: "form", rows: 60 },
      { feature: "suffix", length: 2, rows: 40 },
      { feature: "shape", rows: 20 },
    ],
    ngrams: { size: 3, most: 6, rows: 50 },
    width: 4,
    dim: 8,
    wordDropout: 0.2,
  });
}

/** One of each kind of word feature, small. */
export function everyFeature(): WordFeatures[] {
  const vectors = {
    dim: 3,
    words: ["new", "York", "the", "京"],
    values: Float32Array.from({ length: 12 }, (_, i) => Math.sin(i + 1)),
    read: 4,
    duplicates: 0,
  };
  const dictionary = buildDictionary([
    ["New York", "LOC"],
    ["York", "ORG"],
    ["John Smith", "__proto__"],
    ["北京", "LOC"],
  ]);
  return [
    smallSpelling(),
    hashedFeatures({
      name: "bigrams",
      columns: [
        { feature: "left", rows: 60 },
        { feature: "right", rows: 60 },
      ],
      ngrams: null,
      hashes: 1,
      width: 3,
      dim: 4,
    }),
    staticVectors(vectors),
    staticVectors(vectors, { name: "moving", trained: true, unknown: "zero" }),
    lexiconFeatures(
      {
        words: ["York", "京", "北京", "the", "New", "re-opened"],
        frequencies: Float32Array.of(1, 2, 3, 4, 5, 6),
        rows: 4,
      },
      { dim: 2, countsDim: 2 },
    ),
    dictionaryFeatures(dictionary, { dim: 4, drop: { hit: 0.3, sentence: 0.2 } }),
  ];
}
