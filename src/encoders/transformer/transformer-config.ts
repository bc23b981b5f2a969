import { z } from "zod";
import { transformerSizes } from "./transformer-sizes.ts";

/** What may stand above a transformer and be trained, its layers being frozen. */
export const aboveConfig = z.strictObject({
  kind: z.literal("bilstm"),
  hidden: z.int().positive().default(150).describe("Size of the state of each direction"),
  layers: z.int().positive().default(1).describe("LSTMs one above another"),
  dropout: z
    .number()
    .min(0)
    .lt(1)
    .default(0.3)
    .describe("Share of values dropped before and after each layer in training"),
  scale: z
    .number()
    .positive()
    .default(0.5)
    .describe("What the states are multiplied by before the word features join them"),
});

/** The saved description of a transformer. With its files and weights it restores the encoder. */
export const transformerConfig = z.strictObject({
  kind: z.literal("transformer"),
  sizes: transformerSizes,
  tokenizer: z.discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("hugging-face").describe("A tokenizer.json, saved beside the model"),
    }),
    z.strictObject({
      kind: z.literal("hashed").describe("Runs of characters hashed to rows; needs no vocabulary"),
      length: z.int().positive().describe("Characters in a piece"),
    }),
  ]),
  pooling: z
    .enum(["first", "last", "mean", "first-last"])
    .describe("Which of its pieces a word's vector is taken from"),
  sentence: z
    .enum(["first", "mean"])
    .describe("A sentence's vector: the special piece of the first window, or the mean over all windows"),
  window: z.int().positive().describe("Pieces per window, special ones included"),
  overlap: z.int().nonnegative().describe("Pieces that neighbouring windows share"),
  frozenLayers: z
    .int()
    .nonnegative()
    .nullable()
    .describe("Frozen lower layers, embeddings included; null trains everything"),
  mix: z.boolean().default(false).describe("Whether the output is a learned weighted sum of all layers"),
  above: aboveConfig.nullable().default(null).describe("What reads the output; null for nothing"),
  dim: z.int().positive().describe("Size of the word vectors"),
  features: z.array(z.looseObject({ kind: z.string() })).describe("Word features that join the output"),
});

export type TransformerConfig = z.infer<typeof transformerConfig>;
