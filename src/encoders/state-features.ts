import { z } from "zod";
import { entryOf } from "../entries.ts";
import { choose } from "../errors.ts";
import { type BuildContext, inputsOf, mul, type Node, renameGraph, type Tensors } from "../graph/index.ts";
import { parseConfig } from "../parse-config.ts";
import type { Encoder, EncoderConfig } from "./encoder.ts";
import { featureName, type WordFeatures } from "./features/word-features.ts";
import { isLacFolder } from "./recurrent/lac-folder.ts";
import { pretrainedRecurrent, restoreRecurrent } from "./recurrent/make-recurrent.ts";
import type { FrozenSource } from "./states/frozen-states.ts";
import { pretrainedTransformer, restoreTransformer } from "./transformer/make-transformer.ts";
import type { PreparedPieces } from "./transformer/prepared-pieces.ts";

export const stateFeatureConfig = z.strictObject({
  kind: z.literal("states"),
  name: featureName.default("pretrained"),
  scale: z.number().positive().describe("What the states are multiplied by"),
  encoder: z.looseObject({ kind: z.string() }).describe("The frozen encoder, as it would be saved by itself"),
});

type StateFeatureConfig = z.infer<typeof stateFeatureConfig>;

type Inner = Encoder<PreparedPieces>;

/** States of transformers are larger than what else a word is told; those of GRUs are within −1 and 1. */
const SCALE_OF_TRANSFORMERS = 0.5;

/**
 * The states of a frozen pretrained encoder as a feature: all layers side by side of a recurrent one, the last of a
 * transformer. They are computed once and cached, as those of a frozen encoder are; the weights are saved with the model.
 */
export async function stateFeatures(dir: string, name?: string): Promise<WordFeatures<PreparedPieces>> {
  const isRecurrent = await isLacFolder(dir);
  // The encoder that reads the feature drops some of it in training; by itself it drops nothing.
  const frozen = { frozenLayers: "all", dropout: 0 } as const;
  const encoder: Inner = isRecurrent
    ? await pretrainedRecurrent(dir, { ...frozen, output: "all" })
    : await pretrainedTransformer(dir, frozen);
  const given = {
    kind: "states",
    ...(name !== undefined && { name }),
    scale: isRecurrent ? 1 : SCALE_OF_TRANSFORMERS,
    encoder: encoder.config,
  };
  return fromEncoder(parseConfig(stateFeatureConfig, given, "the states"), encoder);
}

const restore: Readonly<
  Record<string, (config: EncoderConfig, files: ReadonlyMap<string, Uint8Array>) => Inner>
> = Object.freeze({ recurrent: restoreRecurrent, transformer: restoreTransformer });

/** Restores the feature with the saved files of its encoder; the weights come with the model's. */
export function restoreStateFeatures(
  config: StateFeatureConfig,
  files: ReadonlyMap<string, Uint8Array>,
): WordFeatures<PreparedPieces> {
  const make = choose("encoder", restore, config.encoder.kind);
  return fromEncoder(config, make(config.encoder, files));
}

function fromEncoder(config: StateFeatureConfig, encoder: Inner): WordFeatures<PreparedPieces> {
  const { states } = encoder;
  if (states === undefined) throw new Error("the encoder of a feature must be frozen");
  return {
    ...reading(config, encoder),
    states: {
      sources: states.sources.map((source) => renamedSource(source, config.name)),
      above: reading(config, states.above),
    },
  };
}

function reading(config: StateFeatureConfig, encoder: Inner): WordFeatures<PreparedPieces> {
  const { name, scale } = config;
  const rename = renaming(name);
  const words = (context: BuildContext): Node => encoder.build({ ...context, training: false }).words;
  const feed = feedOnly(words, rename.name);
  return {
    name,
    dim: encoder.dim,
    config,
    frozen: [rename.name("encoder.*")],
    files: () => encoder.files(),
    prepare: (sentence) => encoder.prepare(sentence),
    build(context) {
      const [renamed] = renameGraph([words(scoped(context, rename.name))], rename);
      return scale === 1 ? renamed : mul(renamed, scale);
    },
    feed: (batch) => feed(encoder.feed(batch)),
  };
}

/** For a graph of which only the inputs are looked at: no weights are kept. */
const nowhere: BuildContext["parameters"] = {
  declare: (name, shape) => ({
    name,
    shape,
    values: new Float32Array(0),
    companion: () => new Float32Array(0),
  }),
};

/** Sentences have no part in a feature: what is fed for them alone is left out. */
function feedOnly(
  words: (context: BuildContext) => Node,
  name: (name: string) => string,
): (feeds: Tensors) => Tensors {
  let needed: ReadonlySet<string> | undefined;
  const inputs = () => {
    const outputs = { words: words({ parameters: nowhere, training: false }) };
    return new Set(inputsOf({ outputs }).map((own) => own.name));
  };
  return (feeds) => {
    needed ??= inputs();
    const kept = Object.entries(feeds).filter(([own]) => needed?.has(own));
    return Object.fromEntries(kept.map(([own, tensor]) => [name(own), tensor]));
  };
}

/** `encoder.X` of an encoder is `encoder.NAME.X` of the feature. Words stay words; all other sizes are its own. */
function renaming(feature: string) {
  return {
    name: (name: string) => name.replace(/^encoder\./, `encoder.${feature}.`),
    size: (symbol: string) =>
      symbol === "words" || symbol === "sentences" ? symbol : `${feature}_${symbol}`,
  };
}

function scoped({ parameters, training }: BuildContext, name: (name: string) => string): BuildContext {
  return {
    training,
    parameters: { declare: (own, shape, initialiser) => parameters.declare(name(own), shape, initialiser) },
  };
}

/** A source of the encoder as one of the feature, without its rows for sentences. */
function renamedSource(source: FrozenSource<PreparedPieces>, feature: string): FrozenSource<PreparedPieces> {
  const rename = renaming(feature);
  const build = (context: BuildContext) => entryOf(source.build(context), "words");
  const feed = feedOnly(build, rename.name);
  return {
    ...source,
    name: `encoder.${feature}`,
    outputs: { words: entryOf(source.outputs, "words") },
    build(context) {
      const [words] = renameGraph([build(scoped(context, rename.name))], rename);
      return { words };
    },
    feed: (batch) => feed(source.feed(batch)),
  };
}
