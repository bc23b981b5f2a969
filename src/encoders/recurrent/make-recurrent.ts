import type { z } from "zod";
import { UserError } from "../../errors.ts";
import { parseSaved } from "../../parse-config.ts";
import type { EncoderConfig } from "../encoder.ts";
import type { WordFeatures } from "../features/word-features.ts";
import { aboveConfig } from "../transformer/transformer-config.ts";
import { characterVocabulary } from "./character-vocabulary.ts";
import { openLacFolder, VOCABULARY } from "./lac-folder.ts";
import { type RecurrentConfig, recurrentConfig } from "./recurrent-config.ts";
import { type RecurrentEncoder, recurrentEncoder } from "./recurrent-encoder.ts";

/** Options of a pretrained recurrent encoder. */
export interface RecurrentOptions {
  /** How many of its layers are used, from below. Default: all. */
  readonly layers?: number;
  readonly pooling?: RecurrentConfig["pooling"];
  /** The states of the last layer (the default), a learned weighted sum of all, or all side by side. */
  readonly output?: RecurrentConfig["output"];
  /** Frozen lower layers, the characters' vectors included: 0 freezes only these. Default: everything is trained. */
  readonly frozenLayers?: number | "all";
  readonly above?: z.input<typeof aboveConfig>;
  readonly dropout?: number;
  /** Size of the word vectors. Default: that of the states. */
  readonly dim?: number;
  readonly features?: readonly WordFeatures[];
}

/** Share of states dropped in training unless somebody says otherwise: as above a transformer of our own. */
const USUAL_DROPOUT = 0.1;

/** A recurrent encoder with the weights of a folder. */
export async function pretrainedRecurrent(
  dir: string,
  options: RecurrentOptions = {},
): Promise<RecurrentEncoder> {
  const { layers, output = "last", features = [] } = options;
  const { sizes, tokenizer, vocabularyBytes, initialisers } = await openLacFolder(dir, {
    ...(layers !== undefined && { layers }),
  });
  const config: RecurrentConfig = {
    kind: "recurrent",
    sizes,
    pooling: options.pooling ?? "first",
    output,
    dropout: options.dropout ?? USUAL_DROPOUT,
    frozenLayers: options.frozenLayers === "all" ? sizes.layers : (options.frozenLayers ?? null),
    above: options.above === undefined ? null : aboveConfig.parse(options.above),
    dim: options.dim ?? 2 * sizes.hidden * (output === "all" ? sizes.layers : 1),
    features: features.map(({ config: own }) => ({ ...own })),
  };
  const files = new Map([[VOCABULARY, vocabularyBytes]]);
  return recurrentEncoder({ config, tokenizer, features, files, initialisers });
}

/**
 * A recurrent encoder from its saved config and files. Its weights are random until the model's are loaded.
 *
 * @param features the word features, restored from `config.features`
 */
export function restoreRecurrent(
  saved: EncoderConfig,
  files: ReadonlyMap<string, Uint8Array>,
  features: readonly WordFeatures[] = [],
): RecurrentEncoder {
  const config = parseSaved(recurrentConfig, saved, "encoder");
  const own = files.get(VOCABULARY);
  if (own === undefined) throw new UserError(`the saved recurrent encoder lacks its "${VOCABULARY}"`);
  return recurrentEncoder({
    config,
    tokenizer: characterVocabulary(own, VOCABULARY),
    features,
    files: new Map([[VOCABULARY, own]]),
    initialisers: new Map(),
  });
}
