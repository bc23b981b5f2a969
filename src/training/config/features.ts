import { z } from "zod";
import { caseModes } from "../../dictionary/index.ts";
import {
  countsConfig,
  dictionaryFeatureConfig,
  hashedConfig,
  staticVectorsConfig,
} from "../../encoders/index.ts";

const share = z.number().min(0).lt(1);
const { kind: _, name: __, text: ___, ...hashedShape } = hashedConfig.shape;
const { trained, unknown } = staticVectorsConfig.shape;

const ngrams = hashedShape.ngrams.unwrap().unwrap();

const { dim: countsDim } = countsConfig.shape;

/** How usual words are together. */
export const countsChoice = z.strictObject({ dim: countsDim.describe("Size of the vector") });

/** What an encoder is told about words beside their neighbours. */
export const featureChoice = z.strictObject({
  text: z
    .enum(["auto", "words", "characters"])
    .default("auto")
    .describe("How the text is cut: into words, or one token per character; auto looks at the training text"),
  hashed: z
    .union([
      z.literal("auto"),
      z.strictObject({
        ...hashedShape,
        ngrams: z
          .strictObject({
            ...ngrams.shape,
            rows: ngrams.shape.rows.describe("Rows of the table for n-grams"),
          })
          .nullable()
          .optional()
          .describe("Mean of the word's character n-grams; null for none; default: by `text`"),
        columns: hashedShape.columns.describe("Which spellings of a word are looked at; default: by `text`"),
      }),
    ])
    .nullable()
    .default("auto")
    .describe(
      "Hashed spelling of words; auto: for cnn and bilstm (with `wordDropout` 0.5 for characters that have vectors too), and case alone for a pretrained model that reads lower case; null for none",
    ),
  counts: z
    .union([z.literal("auto"), countsChoice])
    .nullable()
    .default("auto")
    .describe(
      "How often runs of up to four words that a word is part of occur in the training text; auto: for cnn and bilstm where the text is cut by character and some sentences are complete; null for none",
    ),
});

/** Word vectors made elsewhere. */
export const vectorChoice = z.strictObject({
  file: z
    .string()
    .min(1)
    .describe("GloVe, word2vec or fastText file, or the name of vectors in the cache, see `lacuna vectors`"),
  trained,
  unknown,
  first: z
    .int()
    .nonnegative()
    .default(50_000)
    .describe(
      "Rows from the top of the file that are kept for new text, whether training has their words or not",
    ),
});

const hitDrop = z.strictObject({
  hit: share.default(0).describe("Share of hits hidden in training, each by itself"),
  sentence: share.default(0).describe("Share of sentences of which all hits are hidden in training"),
});

/** A dictionary as a feature of words. */
export const dictionaryChoice = z.strictObject({
  path: z.string().min(1).describe("Folder of LABEL.txt files, or a file of phrase and label"),
  case: z
    .enum(["auto", ...caseModes])
    .default("auto")
    .describe(
      "How letter case is compared, see docs/dictionary.md; auto: what agrees best with dev, and exact where that is no better by a point",
    ),
  plural: z
    .union([z.literal("auto"), z.boolean()])
    .default("auto")
    .describe("Match the regular English plural of a phrase too; auto: if it agrees better with dev"),
  completes: z
    .union([z.literal("auto"), z.array(z.string().min(1))])
    .default("auto")
    .describe(
      "Labels that hits add to partial training sentences, in place of shorter names of the same label; auto: those whose hits on dev are right four times of five, if no training sentence is complete",
    ),
  labels: z
    .boolean()
    .default(true)
    .describe(
      "Names of two characters or more that complete sentences label join the dictionary, so that new text is compared with them too",
    ),
  match: dictionaryFeatureConfig.shape.match,
  likeness: z
    .boolean()
    .default(true)
    .describe(
      "Words are also told how many phrases begin, go on and end as they do, so that names that are not in the dictionary are known by their parts",
    ),
  dim: dictionaryFeatureConfig.shape.dim.describe("Size of the vector of a hit"),
  drop: z
    .union([z.literal("auto"), hitDrop])
    .default("auto")
    .describe(
      "Dictionary hits dropped in training; auto drops so many that as few entities are hits as in dev",
    ),
  dropComplete: z
    .union([z.literal("auto"), hitDrop])
    .default("auto")
    .describe(
      "The same for complete sentences where others are partial; auto: counted for them alone, since a dictionary that has labelled the others knows these no better than new text, and as `drop` where that is given",
    ),
  crossFit: z
    .int()
    .nonnegative()
    .refine((folds) => folds !== 1, "one part is none: give 0 or at least 2")
    .default(5)
    .describe("Parts for hiding hits that only the own part of the training text labels; 0 hides none"),
});

export type FeatureChoice = z.output<typeof featureChoice>;
export type VectorChoice = z.output<typeof vectorChoice>;
export type DictionaryChoice = z.output<typeof dictionaryChoice>;
