import { z } from "zod";
import { aboveConfig } from "../transformer/transformer-config.ts";

const count = z.int().positive();

/** The sizes of a recurrent encoder's layers, which stand in the shapes of its weights. */
const recurrentSizes = z.strictObject({
  vocabulary: count.describe("Rows of the table of characters"),
  embedding: count.describe("Size of a character's vector"),
  hidden: count.describe("Size of the state of each direction"),
  layers: count,
});

export type RecurrentSizes = z.infer<typeof recurrentSizes>;

/** The saved description of a recurrent encoder. With its files and weights it restores the encoder. */
export const recurrentConfig = z.strictObject({
  kind: z.literal("recurrent"),
  sizes: recurrentSizes,
  pooling: z
    .enum(["first", "last", "mean"])
    .describe("Which of its characters a word's vector is taken from"),
  output: z
    .enum(["last", "mix", "all"])
    .describe("The states of the last layer, a learned weighted sum of all, or all side by side"),
  dropout: z.number().min(0).lt(1).describe("Share of states dropped in training"),
  frozenLayers: z
    .int()
    .nonnegative()
    .nullable()
    .describe("Frozen lower layers, the characters' vectors included; null trains everything"),
  above: aboveConfig.nullable().default(null).describe("What reads the states; null for nothing"),
  dim: count.describe("Size of the word vectors"),
  features: z.array(z.looseObject({ kind: z.string() })).describe("Word features that join the states"),
});

export type RecurrentConfig = z.infer<typeof recurrentConfig>;

/** The shape of every weight, by its name without `encoder.`. Directions stand side by side, as `gru` wants them. */
export function recurrentShapes({
  vocabulary,
  embedding,
  hidden,
  layers,
}: RecurrentSizes): Record<string, readonly number[]> {
  const shapes: Record<string, readonly number[]> = { "embeddings.table": [vocabulary, embedding] };
  for (let layer = 0; layer < layers; layer++) {
    const from = layer === 0 ? embedding : 2 * hidden;
    shapes[`layer.${layer}.input`] = [2, 3 * hidden, from];
    shapes[`layer.${layer}.bias`] = [2, 3 * hidden];
    shapes[`layer.${layer}.gates`] = [2, 2 * hidden, hidden];
    shapes[`layer.${layer}.candidate`] = [2, hidden, hidden];
  }
  return shapes;
}
