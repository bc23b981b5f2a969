import { z } from "zod";
import { WordList } from "../../dictionary/index.ts";
import { UserError } from "../../errors.ts";
import {
  type BuildContext,
  concat,
  declared,
  gather,
  type Initialiser,
  indexTensor,
  initialise,
  input,
  matmul,
  type Node,
  reshape,
  type Tensors,
} from "../../graph/index.ts";
import { parseConfig } from "../../parse-config.ts";
import type { Random } from "../../random.ts";
import { totalWords } from "../encoder.ts";
import { readSavedWords, type SavedWords, writeSavedWords } from "./lexicon-file.ts";
import { SET_COLUMNS, SETS, setBuckets, setWeights, wordSets, writeSetBuckets } from "./lexicon-sets.ts";
import { featureName, type WordFeatures } from "./word-features.ts";

/** `lexicon` is the kind of the dictionary's feature in model folders, see dictionary-features.ts. */
export const lexiconFeatureConfig = z.strictObject({
  kind: z.literal("word-lexicon"),
  name: featureName.default("words_around"),
  rows: z.int().nonnegative().describe("Words with a vector of their own: the first of the list"),
  dim: z
    .int()
    .positive()
    .default(32)
    .describe("Size of a word's vector, of which a token has one for each set"),
  trained: z
    .boolean()
    .describe("Whether vectors are learned; words without one share one then, else they have none"),
  countsDim: z.int().positive().default(16).describe("Size of the vector of lengths and numbers of words"),
  drop: z
    .number()
    .min(0)
    .lt(1)
    .default(0.2)
    .describe("Fraction of words that are told as words without a vector of their own in training"),
});

type LexiconFeatureConfig = z.infer<typeof lexiconFeatureConfig>;

type LexiconFeatureOptions = Partial<Pick<LexiconFeatureConfig, "name" | "dim" | "countsDim" | "drop">>;

/** The words of a lexicon, ready for a feature. */
interface LexiconWords extends SavedWords {
  /** How many words, from the first, have a vector of their own. */
  readonly rows: number;
  /** `[rows, dim]`, made elsewhere; undefined for learned ones. */
  readonly vectors?: { readonly dim: number; readonly values: Float32Array };
}

/** A sentence with the words around each of its tokens. */
interface TokensInWords {
  readonly words: number;
  /** The place `4 · token + set`, the row and the weight of each word in a set. */
  readonly places: Int32Array;
  readonly rows: Int32Array;
  readonly weights: Float32Array;
  readonly buckets: Uint8Array;
}

const LIST = "words.bin";

/**
 * The words of a lexicon around each token of a text that is cut by character: those that begin with it, go on in it, end
 * with it, and are it, each set pooled to a vector by frequency. So an encoder of characters knows words, and where they
 * may end. The idea is that of SoftLexicon; in place of a word "NONE", an empty set is told by its number of words.
 *
 * Beside the vectors, which need words that training has seen or vectors made elsewhere, each set tells the length of its
 * longest word and how many it has, which is as true of new words.
 */
export function lexiconFeatures(
  lexicon: LexiconWords,
  options: LexiconFeatureOptions = {},
): WordFeatures<TokensInWords> {
  const { rows, vectors } = lexicon;
  const own = vectors === undefined ? {} : { dim: vectors.dim };
  const given = { kind: "word-lexicon", rows, trained: vectors === undefined, ...options, ...own };
  return fromConfig(parseConfig(lexiconFeatureConfig, given, "the lexicon"), lexicon, vectors?.values);
}

/** Restores the feature with its saved list; vectors come with the weights. */
export function restoreLexiconFeatures(
  config: LexiconFeatureConfig,
  files: ReadonlyMap<string, Uint8Array>,
): WordFeatures<TokensInWords> {
  const what = `the word list of the saved word feature "${config.name}"`;
  const bytes = files.get(LIST);
  if (bytes === undefined) throw new UserError(`${what} is missing`);
  const saved = readSavedWords(bytes, what);
  if (config.rows > saved.words.length) throw new UserError(`${what} has fewer words than there are vectors`);
  return fromConfig(config, saved, undefined);
}

function fromConfig(
  config: LexiconFeatureConfig,
  { words, frequencies }: SavedWords,
  values: Float32Array | undefined,
): WordFeatures<TokensInWords> {
  const { name, dim, trained, countsDim, drop } = config;
  const prefix = `encoder.${name}`;
  const slots = `${name}_slots`;
  const list = new WordList(words);
  const lengths = Uint16Array.from(words, (word) => [...word].length);
  /** The row of words without one of their own. */
  const other = config.rows;
  const tableRows = Math.max(1, config.rows + (trained ? 1 : 0));
  const given: Initialiser = (target) => target.set(values ?? []);

  return {
    name,
    dim: SETS * dim + countsDim,
    config,
    frozen: trained ? [] : [`${prefix}.table`],
    axisKeys: new Map([
      [`${prefix}.table`, [trained ? [...words.slice(0, other), OTHER] : tableKeys(words, other), null]],
    ]),
    files: async () => new Map([[LIST, writeSavedWords({ words, frequencies })]]),

    prepare(tokens) {
      const sets = wordSets(list.find(tokens));
      const pooled = trained ? sets : sets.filter(({ word }) => word < other);
      return {
        words: tokens.length,
        places: Int32Array.from(pooled, ({ place }) => place),
        rows: Int32Array.from(pooled, ({ word }) => Math.min(word, other)),
        weights: setWeights(pooled, (word) => frequencies[word]!),
        buckets: setBuckets(tokens.length, sets, (word) => lengths[word]!),
      };
    },

    build(context: BuildContext): Node {
      const start = values === undefined ? initialise.uniform(-0.35, 0.35) : given;
      const table = declared(context, `${prefix}.table`, [tableRows, dim], start);
      const rows = gather(table, input(`${prefix}.rows`, ["words", SETS, slots], "int64"));
      // Mask, weights and sum in one product.
      const sums = matmul(input(`${prefix}.weights`, ["words", SETS, 1, slots]), rows);
      const counts = declared(
        context,
        `${prefix}.counts`,
        [SET_COLUMNS, countsDim],
        initialise.uniform(-0.1, 0.1),
      );
      return concat(
        [
          reshape(sums, ["words", SETS * dim]),
          matmul(input(`${prefix}.sets`, ["words", SET_COLUMNS]), counts),
        ],
        1,
      );
    },

    feed(batch: readonly TokensInWords[], random?: Random): Tensors {
      const tokens = totalWords(batch);
      const most = batch.reduce((larger, { places: own }) => Math.max(larger, longestRun(own)), 1);
      const rows = new Int32Array(SETS * tokens * most);
      const weights = new Float32Array(SETS * tokens * most);
      const sets = new Float32Array(tokens * SET_COLUMNS);
      let first = 0;
      for (const sentence of batch) {
        let slot = 0;
        sentence.places.forEach((place, i) => {
          slot = place === sentence.places[i - 1] ? slot + 1 : 0;
          const at = (SETS * first + place) * most + slot;
          const isHidden = random !== undefined && drop > 0 && trained && random.uniform() < drop;
          rows[at] = isHidden ? other : sentence.rows[i]!;
          weights[at] = sentence.weights[i]!;
        });
        writeSetBuckets(sentence.buckets, sets, first * SET_COLUMNS);
        first += sentence.words;
      }
      return {
        [`${prefix}.rows`]: indexTensor(rows, [tokens, SETS, most]),
        [`${prefix}.weights`]: { data: weights, shape: [tokens, SETS, 1, most] },
        [`${prefix}.sets`]: { data: sets, shape: [tokens, SET_COLUMNS] },
      };
    },
  };
}

/** The key of the row that words without one of their own share: no word is empty. */
const OTHER = "";

function tableKeys(words: readonly string[], rows: number): readonly string[] | null {
  return rows === 0 ? null : words.slice(0, rows);
}

/** How many equal places follow one another at the most. */
function longestRun(places: Int32Array): number {
  let [longest, run] = [0, 0];
  places.forEach((place, i) => {
    run = i > 0 && place === places[i - 1] ? run + 1 : 1;
    longest = Math.max(longest, run);
  });
  return longest;
}
