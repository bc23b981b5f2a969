import { z } from "zod";
import { caseModes } from "../../dictionary/index.ts";
import {
  countsConfig,
  dictionaryFeatureConfig,
  hashedConfig,
  lexiconFeatureConfig,
  staticVectorsConfig,
} from "../../encoders/index.ts";

const share = z.number().min(0).lt(1);
const { kind: _, name: __, text: ___, ...hashedShape } = hashedConfig.shape;
const { trained, unknown } = staticVectorsConfig.shape;

const ngrams = hashedShape.ngrams.unwrap().unwrap();

const { dim: countsDim } = countsConfig.shape;

/** How usual words are together. */
export const countsChoice = z.strictObject({ dim: countsDim.describe("Size of the vector") });

const { dim: lexiconDim, drop: lexiconDrop } = lexiconFeatureConfig.shape;

/** The words of a list around each character. */
export const lexiconChoice = z.strictObject({
  path: z.string().min(1).describe("File with one word per line, or a word and its frequency"),
  vectors: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe("File of vectors for the words; null for vectors that are learned"),
  weights: z
    .enum(["counted", "listed", "equal"])
    .default("counted")
    .describe(
      "What words of a set are weighted by: how often the training text has them other than within longer words, the frequencies of the list, or all alike",
    ),
  dim: lexiconDim.describe("Size of a learned vector; a character has four"),
  drop: lexiconDrop.describe("Share of words whose learned vector is hidden in training, each by itself"),
});

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
  lexicon: lexiconChoice
    .nullable()
    .default(null)
    .describe(
      "Word list for text cut by character: the words that begin with a character, go on in it, end with it and are it; null for none",
    ),
  states: z
    .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
    .nullable()
    .default(null)
    .describe(
      "Folder of a pretrained encoder, or several, whose frozen states each word is told: all layers of a recurrent one such as `lac-bigru`, the last of a transformer; null for none",
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
export type LexiconChoice = NonNullable<FeatureChoice["lexicon"]>;
