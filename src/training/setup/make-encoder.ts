import { readFile } from "node:fs/promises";
import type { Sentence } from "../../data/index.ts";
import type { Encoder, EncoderConfig, PrepareOptions, TextKind, WordFeatures } from "../../encoders/index.ts";
import {
  bilstmEncoder,
  cnnEncoder,
  createWordFeatures,
  type HashedOptions,
  hashedFeatures,
  pretrainedEncoder,
  randomTransformer,
  restoreRecurrent,
  restoreTransformer,
  savedPhrases,
  savedVocabulary,
} from "../../encoders/index.ts";
import { UserError } from "../../errors.ts";
import { encoderFolder } from "../../hub/index.ts";
import type { EncoderChoice } from "../config/encoder.ts";
import { countsChoice, type FeatureChoice } from "../config/features.ts";
import type { ResolvedConfig } from "../config/resolve.ts";
import { countFeature } from "./count-feature.ts";
import { dictionaryFeature } from "./dictionary-feature.ts";
import { lexiconFeature } from "./lexicon-feature.ts";
import { pretrainingNotice } from "./pretraining-notice.ts";
import type { StartModel } from "./start-model.ts";
import { stateFeaturesOf } from "./state-features.ts";
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

/**
 * Makes the encoder that a config asks for, with its word features.
 *
 * @param start the model that the run begins with: words, phrases and counts that it knows stay known
 */
export async function makeEncoder(
  config: ResolvedConfig,
  data: TrainingSentences,
  start?: Pick<StartModel, "saved" | "config">,
): Promise<MadeEncoder> {
  const { train, dev } = data;
  const text = textKind(config.features, train);
  const savedVectors = savedFeature(start, "static-vectors");
  const vectors =
    config.vectors === null
      ? undefined
      : await vectorFeature(
          config.vectors,
          [...train, ...dev],
          savedVectors === undefined ? undefined : savedVocabulary(savedVectors, start!.saved.files),
        );
  const isSameDictionary = start?.config.dictionary?.path === config.dictionary?.path;
  const dictionary =
    config.dictionary === null
      ? undefined
      : await dictionaryFeature(config.dictionary, {
          train,
          dev,
          text,
          seed: config.seed,
          ...(start !== undefined &&
            isSameDictionary && { known: savedPhrases(start.saved.files, "lexicon") }),
        });
  const spelling = spellingFeatures(
    config.features.hashed === "auto"
      ? await spellingNeeded(config.encoder, vectors !== undefined && text === "characters")
      : config.features.hashed,
    text,
  );
  const wantedCounts = countsWanted(config, text, train);
  const savedCounts = savedFeature(start, "counts");
  const counts =
    wantedCounts === null
      ? undefined
      : savedCounts === undefined
        ? countFeature(wantedCounts, train)
        : { feature: createWordFeatures(savedCounts, start!.saved.files), counted: () => [] };
  const savedLexicon = savedFeature(start, "word-lexicon");
  const lexicon =
    config.features.lexicon === null
      ? undefined
      : savedLexicon === undefined
        ? await lexiconFeature(config.features.lexicon, train, text)
        : { feature: createWordFeatures(savedLexicon, start!.saved.files), notices: [] };
  const states = await stateFeaturesOf(config.features.states, start?.saved);
  const features = [
    ...spelling,
    ...(vectors === undefined ? [] : [vectors.feature]),
    ...(dictionary === undefined ? [] : [dictionary.feature]),
    ...(counts === undefined ? [] : [counts.feature]),
    ...(lexicon === undefined ? [] : [lexicon.feature]),
    ...states,
  ];
  const encoder = await encoderOf(config.encoder, features, start);
  const hint = start === undefined ? pretrainingNotice(config, text, train) : undefined;
  return {
    encoder,
    prepareOptions: (sentence) => ({
      ...dictionary?.prepareOptions(sentence),
      ...(counts && { counted: counts.counted(sentence) }),
    }),
    notices: [
      ...(text === "characters" ? ["the text is cut by character"] : []),
      ...slowNotice(config.encoder, encoder),
      ...(vectors?.notices ?? []),
      ...(dictionary?.notices ?? []),
      ...(lexicon?.notices ?? []),
      ...(savedCounts === undefined
        ? []
        : ["how usual words are together is still counted in the text that the model was first trained on"]),
      ...(hint === undefined ? [] : [hint]),
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

/** Layers wider than this take hours to train on a processor. */
const WIDE = 512;

function slowNotice(choice: EncoderChoice, { config }: Encoder): string[] {
  if (choice.kind !== "pretrained" || choice.frozenLayers !== null) return [];
  const { hidden } = config.sizes as { readonly hidden: number };
  if (hidden < WIDE) return [];
  return [
    `all layers of the encoder are trained, ${hidden} wide: far faster, and often as good, is to freeze them and train an LSTM above (--set encoder.frozenLayers=all --set encoder.above.kind=bilstm)`,
  ];
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
  const { prepare } = await pretrainedEncoder(encoderFolder(choice.dir));
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

function spellingFeatures(options: HashedOptions | null, text: TextKind): WordFeatures[] {
  return options === null ? [] : [hashedFeatures({ ...options, text })];
}

/** The saved config of a word feature of the model that a run begins with. */
function savedFeature(start: Pick<StartModel, "saved"> | undefined, kind: string): unknown {
  const { features = [] } = (start?.saved.config ?? {}) as {
    readonly features?: readonly { readonly kind: string }[];
  };
  return features.find((feature) => feature.kind === kind);
}

async function encoderOf(
  choice: EncoderChoice,
  features: readonly WordFeatures[],
  start: Pick<StartModel, "saved"> | undefined,
): Promise<Encoder> {
  // A tokeniser comes with the model, and so do the sizes of a pretrained one, whose folder need not be there any more.
  if (start !== undefined && choice.kind === "pretrained" && start.saved.config.kind === "recurrent") {
    return restoreRecurrent(recurrentAs(choice, start.saved.config, features), start.saved.files, features);
  }
  if (start !== undefined && (choice.kind === "transformer" || choice.kind === "pretrained")) {
    return restoreTransformer(
      transformerAs(choice, start.saved.config, features),
      start.saved.files,
      features,
    );
  }
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
      return pretrainedEncoder(encoderFolder(dir), { ...given(options), features });
    }
  }
}

/** The saved config of a transformer with what may be changed about it. */
function transformerAs(
  choice: Extract<EncoderChoice, { readonly kind: "transformer" | "pretrained" }>,
  saved: EncoderConfig,
  features: readonly WordFeatures[],
): EncoderConfig {
  const { window, overlap, dropout, attentionDropout } = given(choice);
  const { layers } = saved.sizes as { readonly layers: number };
  return {
    ...saved,
    pooling: choice.pooling,
    sentence: choice.sentence,
    ...(window !== undefined && { window }),
    ...(overlap !== undefined && { overlap }),
    sizes: {
      ...(saved.sizes as object),
      ...(dropout !== undefined && { dropout }),
      ...(attentionDropout !== undefined && { attentionDropout }),
    },
    ...(choice.kind === "pretrained"
      ? {
          frozenLayers: choice.frozenLayers === "all" ? layers : choice.frozenLayers,
          mix: choice.mix,
          above: choice.above,
        }
      : { frozenLayers: null }),
    features: features.map(({ config }) => ({ ...config })),
  };
}

/** The same of a recurrent encoder. */
function recurrentAs(
  choice: Extract<EncoderChoice, { readonly kind: "pretrained" }>,
  saved: EncoderConfig,
  features: readonly WordFeatures[],
): EncoderConfig {
  const { layers } = saved.sizes as { readonly layers: number };
  return {
    ...saved,
    pooling: choice.pooling,
    ...(choice.dropout !== null && { dropout: choice.dropout }),
    frozenLayers: choice.frozenLayers === "all" ? layers : choice.frozenLayers,
    output: choice.mix ? "mix" : "last",
    above: choice.above,
    features: features.map(({ config }) => ({ ...config })),
  };
}

async function readTokenizer(path: string): Promise<Uint8Array> {
  return readFile(path).catch((cause: Error) => {
    throw new UserError(`cannot read the tokeniser "${path}": ${cause.message}`, { cause });
  });
}

/** The choice of an encoder with what it chose itself. */
function decided(choice: EncoderChoice, { config }: Encoder): EncoderChoice {
  if (choice.kind === "cnn" || choice.kind === "bilstm") return choice;
  if (config.kind === "recurrent") {
    const { dropout, dim } = config as unknown as { readonly dropout: number; readonly dim: number };
    return { ...choice, dropout, dim };
  }
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
