import { z } from "zod";
import { aboveConfig, bilstmSizes, cnnSizes } from "../../encoders/index.ts";

const count = z.int().positive();
const rate = z.number().min(0).lt(1);

/** What both kinds of transformer may be told. */
const reading = {
  pooling: z
    .enum(["first", "last", "mean", "first-last"])
    .default("first")
    .describe(
      "Which of its pieces a word's vector is taken from; first-last: both, side by side, as the papers read first and last words of spans",
    ),
  sentence: z
    .enum(["first", "mean"])
    .default("first")
    .describe("A sentence's vector: the special piece of the first window, or the mean over all windows"),
  window: count
    .nullable()
    .default(null)
    .describe(
      "Most pieces read at once, special ones included; null for as many as the model has positions, up to 512",
    ),
  overlap: z
    .int()
    .nonnegative()
    .nullable()
    .default(null)
    .describe("Pieces that neighbouring windows share; null for an eighth of a window"),
  dropout: rate
    .nullable()
    .default(null)
    .describe("Share of hidden values dropped in training; null for the model's own"),
  attentionDropout: rate
    .nullable()
    .default(null)
    .describe("Share of attention weights dropped in training; null for the model's own"),
  dim: count.nullable().default(null).describe("Size of the word vectors; null for the width of the layers"),
};

/** Which encoder is trained, and its sizes. */
export const encoderChoice = z.discriminatedUnion("kind", [
  z
    .strictObject({
      kind: z.literal("cnn"),
      ...cnnSizes.shape,
      activation: cnnSizes.shape.activation.describe("What follows each layer"),
    })
    .describe("Convolutions over word features: the fastest, and the default"),
  z
    .strictObject({
      kind: z.literal("bilstm"),
      ...bilstmSizes.shape,
      layers: bilstmSizes.shape.layers.describe("LSTMs one above another"),
    })
    .describe("An LSTM in both directions over word features"),
  z
    .strictObject({
      kind: z.literal("transformer"),
      hidden: count.default(128).describe("Width of the layers"),
      layers: count.default(2).describe("Layers one above another"),
      heads: count.default(4).describe("Attention heads; must divide `hidden`"),
      inner: count
        .nullable()
        .default(null)
        .describe("Width between the two matrices of the feed-forward part; null for 4 × hidden"),
      maxPositions: count.default(512).describe("Rows of the table of positions"),
      tokenizer: z
        .string()
        .nullable()
        .default(null)
        .describe("A tokenizer.json; null for runs of characters that are hashed"),
      vocabulary: count.default(20_000).describe("Rows for hashed pieces"),
      pieceLength: count.default(4).describe("Characters in a hashed piece"),
      ...reading,
    })
    .describe("A transformer that starts from random weights"),
  z
    .strictObject({
      kind: z.literal("pretrained"),
      dir: z
        .string()
        .min(1)
        .describe("Folder of a Hugging Face model, or its name in the cache, see `lacuna encoder list`"),
      layers: count.nullable().default(null).describe("Layers that are used, from below; null for all"),
      frozenLayers: z
        .union([z.int().nonnegative(), z.literal("all")])
        .nullable()
        .default(null)
        .describe(
          "Lower layers that are not trained, the embeddings with them; null trains everything. Their states are computed once and cached, see `statesCache`",
        ),
      mix: z
        .boolean()
        .default(false)
        .describe("Whether a learned weighted sum of all layers is used in place of the last one"),
      above: aboveConfig
        .nullable()
        .default(null)
        .describe(
          "What is trained above the layers and reads the word features too, best with `frozenLayers`; null for nothing",
        ),
      ...reading,
    })
    .describe("A transformer with the weights of a folder"),
]);

export type EncoderChoice = z.output<typeof encoderChoice>;
