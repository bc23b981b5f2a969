import { z } from "zod";
import { UserError } from "../../errors.ts";
import {
  type BuildContext,
  declared,
  initialise,
  input,
  matmul,
  type Node,
  type Tensors,
} from "../../graph/index.ts";
import { parseConfig } from "../../parse-config.ts";
import { totalWords } from "../encoder.ts";
import {
  COUNTS_PER_WORD,
  type CountedNgram,
  countNgrams,
  type NgramCounts,
  type Piece,
  restoreNgrams,
  writeBuckets,
} from "./ngram-counts.ts";
import { readSavedLines, writeSavedLines } from "./saved-lines.ts";
import { featureName, type WordFeatures } from "./word-features.ts";

export const countsConfig = z.strictObject({
  kind: z.literal("counts"),
  name: featureName.default("counts"),
  dim: z.int().positive().default(32),
  words: z.int().nonnegative().describe("How many words were counted"),
});

type CountsConfig = z.infer<typeof countsConfig>;

export type CountsOptions = Partial<Pick<CountsConfig, "name" | "dim">>;

/** A sentence with the buckets of its n-grams. */
interface CountedWords {
  readonly words: number;
  readonly buckets: Uint8Array;
}

/** Where the n-grams are saved; the name is that of 0.1. */
const NGRAMS = "runs.jsonl";

const countedNgram = z.tuple([z.int().positive(), z.string()], z.string());

/**
 * How often the n-grams around each word occur in the training text. What is frequent is a word or a phrase of the
 * language, and where it ends a name may begin: in text without blanks that is much of what a reader knows. Counting
 * needs no labels, so unlabelled text counts too.
 */
export function countFeatures(
  text: readonly Piece[],
  options: CountsOptions = {},
): WordFeatures<CountedWords> {
  const counts = countNgrams(text);
  const given = { kind: "counts", words: counts.words, ...options };
  return fromConfig(parseConfig(countsConfig, given, "the counts"), counts);
}

/** Restores the feature with its saved counts. */
export function restoreCounts(
  config: CountsConfig,
  files: ReadonlyMap<string, Uint8Array>,
): WordFeatures<CountedWords> {
  return fromConfig(config, restoreNgrams(readNgrams(files.get(NGRAMS), config.name), config.words));
}

function fromConfig(config: CountsConfig, counts: NgramCounts): WordFeatures<CountedWords> {
  const { name, dim } = config;
  const prefix = `encoder.${name}`;

  return {
    name,
    dim,
    config,
    files: async () => new Map([[NGRAMS, writeSavedLines(counts.ngrams())]]),

    prepare: (words, { counted = [] } = {}) => ({
      words: words.length,
      buckets: counts.buckets(words, counted),
    }),

    build(context: BuildContext): Node {
      const table = declared(
        context,
        `${prefix}.degrees`,
        [COUNTS_PER_WORD, dim],
        initialise.uniform(-0.1, 0.1),
      );
      return matmul(input(`${prefix}.seen`, ["words", COUNTS_PER_WORD]), table);
    },

    feed(batch: readonly CountedWords[]): Tensors {
      const rows = totalWords(batch);
      const data = new Float32Array(rows * COUNTS_PER_WORD);
      let first = 0;
      for (const { words, buckets } of batch) {
        writeBuckets(buckets, data, first * COUNTS_PER_WORD);
        first += words;
      }
      return { [`${prefix}.seen`]: { data, shape: [rows, COUNTS_PER_WORD] } };
    },
  };
}

function* readNgrams(bytes: Uint8Array | undefined, feature: string): Generator<CountedNgram> {
  const what = `the counts of the saved word feature "${feature}"`;
  if (bytes === undefined) throw new UserError(`${what} are missing`);
  for (const { value, where } of readSavedLines(bytes, what)) {
    const { success, data } = countedNgram.safeParse(value);
    if (!success) throw new UserError(`${where} is not a number and the words that it counts`);
    yield data;
  }
}
