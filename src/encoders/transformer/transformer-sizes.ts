import { z } from "zod";

const count = z.int().positive();
const rate = z.number().gte(0).lt(1);

/** Everything that determines the graph of a transformer. Saved with the model. */
export const transformerSizes = z.strictObject({
  vocabulary: count.describe("Rows of the table of word-pieces"),
  hidden: count.describe("Width of the layers"),
  embedding: count.describe("Width of the embeddings; differs from `hidden` in some ELECTRA models"),
  projection: z.boolean().describe("Whether there is a projection from `embedding` to `hidden`"),
  layers: count,
  heads: count.describe("Attention heads; must divide `hidden`"),
  inner: count.describe("Inner width of the feed-forward part"),
  positions: count.describe("Rows of the table of positions"),
  firstPosition: z.int().nonnegative().describe("The row of a sequence's first piece; 2 for RoBERTa"),
  types: z.int().nonnegative().describe("Rows of the table of token types; 0 where there is none"),
  activation: z.enum(["gelu", "gelu-tanh", "relu"]),
  epsilon: z.number().positive().describe("Keeps layer normalisation from dividing by zero"),
  dropout: rate.describe("Fraction of hidden values dropped in training"),
  attentionDropout: rate.describe("Fraction of attention weights dropped in training"),
});

export type TransformerSizes = z.infer<typeof transformerSizes>;

/** Pieces, special ones included, that fit into one window. */
export function longestWindow({ positions, firstPosition }: TransformerSizes): number {
  return positions - firstPosition;
}

/** The shape of every parameter, by its name without `encoder.`, in the order of the graph. */
export function parameterShapes(sizes: TransformerSizes): Map<string, readonly number[]> {
  const { vocabulary, hidden, embedding, inner, positions, types, layers, projection } = sizes;
  const shapes = new Map<string, readonly number[]>();
  const pair = (name: string, [size, ...others]: readonly [number, ...number[]]) => {
    shapes.set(`${name}.weight`, [size, ...others]);
    shapes.set(`${name}.bias`, [size]);
  };
  shapes.set("embeddings.word", [vocabulary, embedding]);
  shapes.set("embeddings.position", [positions, embedding]);
  if (types > 0) shapes.set("embeddings.type", [types, embedding]);
  pair("embeddings.norm", [embedding]);
  if (projection) pair("embeddings.projection", [hidden, embedding]);
  for (let layer = 0; layer < layers; layer++) {
    const name = `layer.${layer}`;
    for (const part of ["query", "key", "value", "output"]) pair(`${name}.${part}`, [hidden, hidden]);
    pair(`${name}.norm1`, [hidden]);
    pair(`${name}.up`, [inner, hidden]);
    pair(`${name}.down`, [hidden, inner]);
    pair(`${name}.norm2`, [hidden]);
  }
  return shapes;
}
