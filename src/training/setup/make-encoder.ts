import { readFile } from "node:fs/promises";
import type { Sentence } from "../../data/index.ts";
import type { Encoder, PrepareOptions, TextKind, WordFeatures } from "../../encoders/index.ts";
import {
  bilstmEncoder,
  cnnEncoder,
  type HashedOptions,
  hashedFeatures,
  pretrainedTransformer,
  randomTransformer,
} from "../../encoders/index.ts";
import { UserError } from "../../errors.ts";
import type { EncoderChoice } from "../config/encoder.ts";
import { countsChoice, type FeatureChoice } from "../config/features.ts";
import type { ResolvedConfig } from "../config/resolve.ts";
import { countFeature } from "./count-feature.ts";
import { dictionaryFeature } from "./dictionary-feature.ts";
import { textKind } from "./text-kind.ts";
import { vectorFeature } from "./vector-feature.ts";

export interface TrainingSentences {
  readonly train: readonly Sentence[];
  readonly dev: readonly Sentence[];
}

/** An encoder for a run, and how its training sentences are to be prepared. */
export interface MadeEncoder {
  readonly encoder: Encoder;
  /** What `Encoder.prepare` must be told of the training sentence at this position. Other sentences need nothing. */
  prepareOptions(sentence: number): PrepareOptions;
  /** What the user should know, such as how many words have a vector. */
  readonly notices: readonly string[];
  /** The config with all that the data decided: with it and the same data comes the same encoder. */
  readonly config: ResolvedConfig;
}

/** Makes the encoder that a config asks for, with its word features. */
export async function makeEncoder(config: ResolvedConfig, data: TrainingSentences): Promise<MadeEncoder> {
  const { train, dev } = data;
  const text = textKind(config.features, train);
  const vectors =
    config.vectors === null ? undefined : await vectorFeature(config.vectors, [...train, ...dev]);
  const dictionary =
    config.dictionary === null
      ? undefined
      : await dictionaryFeature(config.dictionary, { train, dev, text, seed: config.seed });
  const spelling = spellingFeatures(
    config.features,
    text,
    await spellingNeeded(config.encoder, vectors !== undefined && text === "characters"),
  );
  const wantedCounts = countsWanted(config, text, train);
  const counts = wantedCounts === null ? undefined : countFeature(wantedCounts, train);
  const features = [
    ...spelling,
    ...(vectors === undefined ? [] : [vectors.feature]),
    ...(dictionary === undefined ? [] : [dictionary.feature]),
    ...(counts === undefined ? [] : [counts.feature]),
  ];
  const encoder = await encoderOf(config.encoder, features);
  return {
    encoder,
    prepareOptions: (sentence) => ({
      ...dictionary?.prepareOptions(sentence),
      ...(counts && { counted: counts.counted(sentence) }),
    }),
    notices: [
      ...(text === "characters" ? ["the text is cut by character"] : []),
      ...(vectors?.notices ?? []),
      ...(dictionary?.notices ?? []),
    ],
    config: {
      ...config,
      encoder: decided(config.encoder, encoder),
      features: { ...config.features, text, hashed: hashedOf(spelling), counts: wantedCounts },
      dictionary:
        config.dictionary === null || dictionary === undefined
          ? null
          : { ...config.dictionary, ...dictionary.decided },
    },
  };
}

/** Case and digits, for an encoder that reads everything in lower case. */
const shapeOnly: HashedOptions = {
  columns: [{ feature: "shape", rows: 1000 }],
  ngrams: null,
  width: 32,
  dim: 32,
  wordDropout: 0,
};

/**
 * Where vectors say what a character is, its own row of the table mostly helps to learn the training text by heart: half
 * are hidden, see docs/recipe.md.
 */
const HIDDEN_BESIDE_VECTORS = 0.5;

/** What an encoder must be told of the spelling of words, unless somebody says otherwise. */
async function spellingNeeded(
  choice: EncoderChoice,
  vectorsOfCharacters: boolean,
): Promise<HashedOptions | null> {
  if (choice.kind === "cnn" || choice.kind === "bilstm")
    return vectorsOfCharacters ? { wordDropout: HIDDEN_BESIDE_VECTORS } : {};
  if (choice.kind !== "pretrained") return null;
  const { prepare } = await pretrainedTransformer(choice.dir);
  const piecesOf = (word: string) => prepare([word]).ids.join();
  return piecesOf("London") === piecesOf("london") ? shapeOnly : null;
}

/**
 * What is counted, unless somebody says otherwise: text without blanks, whose words nobody else tells these encoders. Where
 * nothing is complete it was not tried, see docs/recipe.md.
 */
function countsWanted(
  { encoder: { kind }, features: { counts } }: ResolvedConfig,
  text: TextKind,
  train: readonly Sentence[],
): Exclude<FeatureChoice["counts"], "auto"> {
  if (counts !== "auto") return counts;
  const isFromScratch = kind === "cnn" || kind === "bilstm";
  const hasComplete = train.some(({ completeness }) => completeness === "complete");
  return text === "characters" && isFromScratch && hasComplete ? countsChoice.parse({}) : null;
}

function spellingFeatures(
  { hashed }: FeatureChoice,
  text: TextKind,
  needed: HashedOptions | null,
): WordFeatures[] {
  const options = hashed === "auto" ? needed : hashed;
  return options === null ? [] : [hashedFeatures({ ...options, text })];
}

async function encoderOf(choice: EncoderChoice, features: readonly WordFeatures[]): Promise<Encoder> {
  switch (choice.kind) {
    case "cnn": {
      const { kind: _, ...sizes } = choice;
      return cnnEncoder({ ...sizes, features });
    }
    case "bilstm": {
      const { kind: _, ...sizes } = choice;
      return bilstmEncoder({ ...sizes, features });
    }
    case "transformer": {
      const { kind: _, tokenizer, ...options } = choice;
      const bytes = tokenizer === null ? null : await readTokenizer(tokenizer);
      return randomTransformer({ ...given({ ...options, tokenizer: bytes }), features });
    }
    case "pretrained": {
      const { kind: _, dir, ...options } = choice;
      return pretrainedTransformer(dir, { ...given(options), features });
    }
  }
}

async function readTokenizer(path: string): Promise<Uint8Array> {
  return readFile(path).catch((cause: Error) => {
    throw new UserError(`cannot read the tokeniser "${path}": ${cause.message}`, { cause });
  });
}

/** The choice of an encoder with what it chose itself. */
function decided(choice: EncoderChoice, { config }: Encoder): EncoderChoice {
  if (choice.kind === "cnn" || choice.kind === "bilstm") return choice;
  const { window, overlap, dim, sizes } = config as unknown as {
    readonly window: number;
    readonly overlap: number;
    readonly dim: number;
    readonly sizes: { readonly inner: number; readonly dropout: number; readonly attentionDropout: number };
  };
  const { inner, dropout, attentionDropout } = sizes;
  const own = { window, overlap, dim, dropout, attentionDropout };
  return choice.kind === "transformer" ? { ...choice, ...own, inner } : { ...choice, ...own };
}

function hashedOf(features: readonly WordFeatures[]): FeatureChoice["hashed"] {
  const found = features.find(({ config }) => config.kind === "hashed");
  if (found === undefined) return null;
  const { kind: _, name: __, text: ___, ...options } = found.config;
  return options as FeatureChoice["hashed"];
}

/** Leaves out what the encoder is to choose by itself. */
function given<T extends object>(options: T): { [K in keyof T]: Exclude<T[K], null> } {
  const set = Object.entries(options).filter(([, value]) => value !== null);
  return Object.fromEntries(set) as { [K in keyof T]: Exclude<T[K], null> };
}
