import { z } from "zod";
import { buildDictionary, caseModes, type Dictionary } from "../../dictionary/index.ts";
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
import type { Random } from "../../random.ts";
import { type HitDrop, totalWords } from "../encoder.ts";
import { phraseLikeness } from "./phrase-likeness.ts";
import { readSavedLines, writeSavedLines } from "./saved-lines.ts";
import { featureName, type WordFeatures } from "./word-features.ts";

const share = z.number().min(0).lt(1);

/** `kind` and `name` are `lexicon` in model folders since 0.1: initial weights are drawn from the name. */
export const dictionaryFeatureConfig = z.strictObject({
  kind: z.literal("lexicon"),
  name: featureName.default("lexicon"),
  labels: z.array(z.string()).describe("The dictionary's labels, in the order of the embeddings"),
  dictionary: z
    .strictObject({
      unit: z.enum(["words", "characters", "tokens"]),
      case: z.enum(caseModes),
      normalisation: z.enum(["none", "nfc", "nfkc"]),
      plural: z.boolean(),
      stop: z.array(z.string()),
    })
    .describe("How phrases are compared with text"),
  match: z
    .enum(["all", "longest"])
    .default("all")
    .describe("Whether phrases within longer ones are seen too"),
  likeness: z
    .boolean()
    .default(false)
    .describe("Whether words also get the number of phrases that begin, continue and end with them"),
  dim: z.int().positive().default(32),
  drop: z
    .strictObject({
      hit: share.default(0).describe("Fraction of single hits hidden in training"),
      sentence: share.default(0.3).describe("Fraction of sentences with all their hits hidden in training"),
    })
    .prefault({})
    .describe("Keeps the model from trusting a dictionary that knows the training text better than new text"),
});

type DictionaryFeatureConfig = z.infer<typeof dictionaryFeatureConfig>;

export type DictionaryFeatureOptions = Partial<
  Pick<DictionaryFeatureConfig, "name" | "match" | "likeness" | "dim" | "drop">
>;

/** A dictionary hit: words `start` … `end` − 1, and the index of its label. */
interface Hit {
  readonly start: number;
  readonly end: number;
  readonly label: number;
}

/** The dictionary hits of a sentence. */
interface DictionaryWords {
  readonly words: number;
  readonly hits: readonly Hit[];
  /** How often each word occurs in phrases, see `PhraseLikeness`. */
  readonly buckets?: Uint8Array;
  /** Drop rates of this sentence, where they differ from those of the feature. */
  readonly drop?: HitDrop;
}

const ENTRIES = "entries.jsonl";

/** The position of a word within a hit. */
const [BEGIN, INSIDE, END, SINGLE] = [0, 1, 2, 3] as const;
const POSITIONS = 4;

/**
 * Dictionary matches as features: for each label an embedding for the first, a middle, the last and the only word of
 * a hit, summed where a word is in several hits. So a dictionary also helps at prediction time.
 *
 * A dictionary built from the training text covers nearly all of its entities but far fewer in new text, and a model
 * that learns to trust it fails there. Two remedies: hits dropped at random in training (`drop`; `dropForCoverage`
 * gives the rates), and hits hidden when a sentence is prepared (`crossFit`).
 */
export function dictionaryFeatures(
  dictionary: Dictionary,
  options: DictionaryFeatureOptions = {},
): WordFeatures<DictionaryWords> {
  const given = {
    kind: "lexicon",
    labels: [...dictionary.labels],
    dictionary: dictionary.comparison,
    ...options,
  };
  return fromConfig(parseConfig(dictionaryFeatureConfig, given, "the dictionary features"), dictionary);
}

/** Restores the feature with its saved dictionary. */
export function restoreDictionaryFeatures(
  config: DictionaryFeatureConfig,
  files: ReadonlyMap<string, Uint8Array>,
): WordFeatures<DictionaryWords> {
  return fromConfig(config, buildDictionary(readEntries(files.get(ENTRIES), config.name), config.dictionary));
}

function fromConfig(config: DictionaryFeatureConfig, dictionary: Dictionary): WordFeatures<DictionaryWords> {
  const { name, labels, dim, drop } = config;
  const prefix = `encoder.${name}`;
  const selection = { match: config.match, conflict: "keep-both" } as const;
  const likeness = config.likeness ? phraseLikeness(dictionary) : undefined;
  const positions = POSITIONS * labels.length;
  const codes = positions + (likeness?.perLabel ?? 0) * labels.length;

  return {
    name,
    dim,
    config,
    axisKeys: new Map([[`${prefix}.positions`, [rowNames(labels, likeness?.perLabel ?? 0), null]]]),
    files: async () => new Map([[ENTRIES, writeEntries(dictionary)]]),

    prepare(words, { isHidden, drop: own } = {}) {
      const matches = dictionary.match(words, selection);
      return {
        words: words.length,
        hits: matches
          .filter(({ start, end, label }) => isHidden === undefined || !isHidden(start, end, label))
          .map(({ start, end, label }) => ({ start, end, label: labels.indexOf(label) })),
        ...(likeness && { buckets: likeness.buckets(words, matches) }),
        ...(own && { drop: own }),
      };
    },

    build(context: BuildContext): Node {
      const table = declared(context, `${prefix}.positions`, [codes, dim], initialise.uniform(-0.35, 0.35));
      // There are few labels: a product with zeros and ones is quicker than look-ups and sums.
      return matmul(input(`${prefix}.hits`, ["words", codes]), table);
    },

    feed(batch: readonly DictionaryWords[], random?: Random): Tensors {
      const rows = totalWords(batch);
      const data = new Float32Array(rows * codes);
      let first = 0;
      for (const sentence of batch) {
        for (const { start, end, label } of random === undefined ? sentence.hits : seen(sentence, random)) {
          for (let word = start; word < end; word++) {
            data[(first + word) * codes + POSITIONS * label + positionOf(word, start, end)] = 1;
          }
        }
        if (sentence.buckets !== undefined)
          likeness?.write(sentence.buckets, data, first * codes + positions, codes);
        first += sentence.words;
      }
      return { [`${prefix}.hits`]: { data, shape: [rows, codes] } };
    },
  };

  /** What training sees. Sentences without hits draw too, so that one sentence's hits do not shift the draws of later ones. */
  function seen({ hits, drop: own = drop }: DictionaryWords, random: Random): readonly Hit[] {
    if (random.uniform() < own.sentence) return [];
    return own.hit === 0 ? hits : hits.filter(() => random.uniform() >= own.hit);
  }
}

/** What each row of the table stands for: the positions of each label, then its likeness. */
function rowNames(labels: readonly string[], perLabel: number): string[] {
  const each = (what: string, count: number) =>
    labels.flatMap((label) => Array.from({ length: count }, (_, i) => `${what} ${i} ${label}`));
  return [...each("position", POSITIONS), ...each("likeness", perLabel)];
}

function positionOf(word: number, start: number, end: number): number {
  if (end - start === 1) return SINGLE;
  if (word === start) return BEGIN;
  return word === end - 1 ? END : INSIDE;
}

/** The phrases and labels of a saved dictionary feature, from the files of its encoder; none where there is no such feature. */
export function savedPhrases(
  files: ReadonlyMap<string, Uint8Array>,
  feature: string,
): Iterable<readonly [phrase: string, label: string]> {
  const bytes = files.get(`${feature}/${ENTRIES}`);
  return bytes === undefined ? [] : readEntries(bytes, feature);
}

/** A dictionary's phrases in their saved form: pairs of phrase and label. */
function writeEntries(dictionary: Dictionary): Uint8Array {
  return writeSavedLines(
    Array.from({ length: dictionary.size }, (_, entry) => [
      dictionary.phrase(entry),
      dictionary.label(entry),
    ]),
  );
}

function isEntry(value: unknown): value is [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === "string");
}

function* readEntries(
  bytes: Uint8Array | undefined,
  feature: string,
): Generator<readonly [phrase: string, label: string]> {
  const what = `the dictionary of the saved word feature "${feature}"`;
  if (bytes === undefined) throw new UserError(`${what} is missing`);
  for (const { value, where } of readSavedLines(bytes, what)) {
    if (!isEntry(value)) throw new UserError(`${where} is not a pair of phrase and label`);
    yield value;
  }
}
