import type { z } from "zod";
import { UserError } from "../../errors.ts";
import { parseSaved } from "../../parse-config.ts";
import type { EncoderConfig } from "../encoder.ts";
import type { WordFeatures } from "../features/word-features.ts";
import { hashedPieces } from "./hashed-pieces.ts";
import { openModelFolder } from "./hugging-face-folder.ts";
import { huggingFaceTokenizer } from "./hugging-face-tokenizer.ts";
import type { PieceTokenizer } from "./piece-tokenizer.ts";
import { pooledPieces } from "./pooling.ts";
import { aboveConfig, type TransformerConfig, transformerConfig } from "./transformer-config.ts";
import { type TransformerEncoder, transformerEncoder } from "./transformer-encoder.ts";
import { longestWindow, type TransformerSizes } from "./transformer-sizes.ts";

/** Options of a transformer. */
interface TransformerOptions {
  readonly pooling?: TransformerConfig["pooling"];
  readonly sentence?: TransformerConfig["sentence"];
  /** Pieces per window, special ones included. Default: as many as the model has positions for, up to 512. */
  readonly window?: number;
  /** Pieces that neighbouring windows share. Default: an eighth of a window. */
  readonly overlap?: number;
  /** Frozen lower layers, the embeddings included: 0 freezes only these. Default: everything is trained. */
  readonly frozenLayers?: number | "all";
  /** Whether the output is a learned weighted sum of all layers. */
  readonly mix?: boolean;
  /** What reads the output and the word features, in place of a linear layer. */
  readonly above?: z.input<typeof aboveConfig>;
  readonly dropout?: number;
  readonly attentionDropout?: number;
  /** Size of the word vectors. Default: the model's own. */
  readonly dim?: number;
  /** Word features that join the output. */
  readonly features?: readonly WordFeatures[];
}

/** Options of a transformer with random weights. */
interface RandomTransformerOptions extends TransformerOptions {
  readonly hidden?: number;
  readonly layers?: number;
  readonly heads?: number;
  readonly inner?: number;
  readonly maxPositions?: number;
  /** A `tokenizer.json`. Default: words are split into hashed runs of characters. */
  readonly tokenizer?: Uint8Array;
  /** Rows for hashed pieces. */
  readonly vocabulary?: number;
  /** Characters in a hashed piece. */
  readonly pieceLength?: number;
}

const TOKENIZER = "tokenizer.json";

/** The cost of attention grows with the square of a window, and names depend on what is near. */
const USUAL_WINDOW = 512;

/** A transformer with the weights of a Hugging Face folder. */
export async function pretrainedTransformer(
  dir: string,
  options: TransformerOptions & { readonly layers?: number } = {},
): Promise<TransformerEncoder> {
  const { config, tokenizer, tokenizerBytes, initialisers } = await openModelFolder(dir, options);
  return transformerEncoder({
    config: configured(config.sizes, { kind: "hugging-face" }, options, tokenizer),
    tokenizer,
    features: options.features ?? [],
    files: new Map([[TOKENIZER, tokenizerBytes]]),
    initialisers,
  });
}

/** A transformer with random weights. */
export function randomTransformer(options: RandomTransformerOptions = {}): TransformerEncoder {
  const { hidden = 128, layers = 2, heads = 4, inner = 4 * hidden, maxPositions = 512 } = options;
  const { tokenizer: bytes, pieceLength: length = 4 } = options;
  const tokenizer =
    bytes === undefined
      ? hashedPieces({ vocabulary: options.vocabulary ?? 20_000, length })
      : huggingFaceTokenizer(bytes, TOKENIZER);
  const sizes: TransformerSizes = {
    vocabulary: tokenizer.vocabulary,
    hidden,
    embedding: hidden,
    projection: false,
    layers,
    heads,
    inner,
    positions: maxPositions,
    firstPosition: 0,
    types: 0,
    activation: "gelu",
    epsilon: 1e-12,
    dropout: 0.1,
    attentionDropout: 0.1,
  };
  const kind =
    bytes === undefined ? ({ kind: "hashed", length } as const) : ({ kind: "hugging-face" } as const);
  return transformerEncoder({
    config: configured(sizes, kind, options, tokenizer),
    tokenizer,
    features: options.features ?? [],
    files: bytes === undefined ? new Map() : new Map([[TOKENIZER, bytes]]),
    initialisers: new Map(),
  });
}

/**
 * A transformer from its saved config and files. Its weights are random until the model's are loaded.
 *
 * @param features the word features, restored from `config.features`
 */
export function restoreTransformer(
  saved: EncoderConfig,
  files: ReadonlyMap<string, Uint8Array>,
  features: readonly WordFeatures[] = [],
): TransformerEncoder {
  const config = parseSaved(transformerConfig, saved, "encoder");
  if (features.length !== config.features.length) {
    throw new Error(`the transformer has ${config.features.length} word features, got ${features.length}`);
  }
  const own = files.get(TOKENIZER);
  const savedTokenizer = () => {
    if (own === undefined) throw new UserError(`the saved transformer lacks its "${TOKENIZER}"`);
    return huggingFaceTokenizer(own, TOKENIZER);
  };
  return transformerEncoder({
    config,
    tokenizer:
      config.tokenizer.kind === "hashed"
        ? hashedPieces({ vocabulary: config.sizes.vocabulary, length: config.tokenizer.length })
        : savedTokenizer(),
    features,
    files: own === undefined ? new Map() : new Map([[TOKENIZER, own]]),
    initialisers: new Map(),
  });
}

function configured(
  sizes: TransformerSizes,
  tokenizer: TransformerConfig["tokenizer"],
  options: TransformerOptions,
  { before, after }: PieceTokenizer,
): TransformerConfig {
  const window = options.window ?? Math.min(longestWindow(sizes), USUAL_WINDOW);
  const room = Math.max(1, window - before.length - after.length);
  return {
    kind: "transformer",
    sizes: {
      ...sizes,
      dropout: options.dropout ?? sizes.dropout,
      attentionDropout: options.attentionDropout ?? sizes.attentionDropout,
    },
    tokenizer,
    pooling: options.pooling ?? "first",
    sentence: options.sentence ?? "first",
    window,
    overlap: options.overlap ?? Math.floor(room / 8),
    frozenLayers: options.frozenLayers === "all" ? sizes.layers : (options.frozenLayers ?? null),
    mix: options.mix ?? false,
    above: options.above === undefined ? null : aboveConfig.parse(options.above),
    dim: options.dim ?? pooledPieces(options.pooling ?? "first") * sizes.hidden,
    features: (options.features ?? []).map(({ config }) => ({ ...config })),
  };
}
