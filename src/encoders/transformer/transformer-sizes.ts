import { z } from "zod";
import { spanOf, transformerDesign } from "./design.ts";

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
  positions: count.describe("Rows of the table of positions; without a table, the longest sequence"),
  firstPosition: z.int().nonnegative().describe("The row of a sequence's first piece; 2 for RoBERTa"),
  types: z.int().nonnegative().describe("Rows of the table of token types; 0 where there is none"),
  activation: z.enum(["gelu", "gelu-tanh", "relu"]),
  epsilon: z.number().positive().describe("Keeps layer normalisation from dividing by zero"),
  dropout: rate.describe("Fraction of hidden values dropped in training"),
  attentionDropout: rate.describe("Fraction of attention weights dropped in training"),
  design: transformerDesign.optional().describe("What is not as in BERT"),
});

export type TransformerSizes = z.infer<typeof transformerSizes>;

/** Pieces, special ones included, that fit into one window. */
export function longestWindow({ positions, firstPosition }: TransformerSizes): number {
  return positions - firstPosition;
}

/** Whether the embeddings have a table of positions. */
export function hasPositionTable({ design }: TransformerSizes): boolean {
  return design === undefined || (design.kind === "deberta" && design.absolutePositions);
}

/** The shape of every parameter, by its name without `encoder.`, in the order of the graph. */
export function parameterShapes(sizes: TransformerSizes): Map<string, readonly number[]> {
  return sizes.design?.kind === "modernbert" ? modernbertShapes(sizes) : bertShapes(sizes);
}

function bertShapes(sizes: TransformerSizes): Map<string, readonly number[]> {
  const { vocabulary, hidden, embedding, inner, positions, types, layers, projection, design } = sizes;
  const shapes = new Map<string, readonly number[]>();
  const pair = (name: string, [size, ...others]: readonly [number, ...number[]]) => {
    shapes.set(`${name}.weight`, [size, ...others]);
    shapes.set(`${name}.bias`, [size]);
  };
  const deberta = design?.kind === "deberta" ? design : undefined;
  shapes.set("embeddings.word", [vocabulary, embedding]);
  if (hasPositionTable(sizes)) shapes.set("embeddings.position", [positions, embedding]);
  if (types > 0) shapes.set("embeddings.type", [types, embedding]);
  pair("embeddings.norm", [embedding]);
  if (projection) pair("embeddings.projection", [hidden, embedding]);
  if (deberta !== undefined) shapes.set(DISTANCES, [2 * spanOf(deberta), hidden]);
  if (deberta?.distanceNorm) pair(`${DISTANCES}.norm`, [hidden]);
  const parts = ["query", "key", "value", "output"];
  if (deberta?.sharedKeys === false) {
    if (deberta.contentToPosition) parts.push("distanceKey");
    if (deberta.positionToContent) parts.push("distanceQuery");
  }
  for (let layer = 0; layer < layers; layer++) {
    const name = `layer.${layer}`;
    for (const part of parts) pair(`${name}.${part}`, [hidden, hidden]);
    pair(`${name}.norm1`, [hidden]);
    pair(`${name}.up`, [inner, hidden]);
    pair(`${name}.down`, [hidden, inner]);
    pair(`${name}.norm2`, [hidden]);
  }
  return shapes;
}

function modernbertShapes(sizes: TransformerSizes): Map<string, readonly number[]> {
  const { vocabulary, hidden, inner, layers } = sizes;
  const shapes = new Map<string, readonly number[]>();
  shapes.set("embeddings.word", [vocabulary, hidden]);
  shapes.set("embeddings.norm.weight", [hidden]);
  for (let layer = 0; layer < layers; layer++) {
    const name = `layer.${layer}`;
    // The embeddings have just been normalised.
    if (layer > 0) shapes.set(`${name}.norm1.weight`, [hidden]);
    shapes.set(`${name}.all.weight`, [3 * hidden, hidden]);
    shapes.set(`${name}.output.weight`, [hidden, hidden]);
    shapes.set(`${name}.norm2.weight`, [hidden]);
    shapes.set(`${name}.up.weight`, [2 * inner, hidden]);
    shapes.set(`${name}.down.weight`, [hidden, inner]);
  }
  shapes.set("final.norm.weight", [hidden]);
  return shapes;
}

/** The vectors of distances, which belong to the embeddings and are read by every layer. */
export const DISTANCES = "embeddings.distance";

/**
 * Whether a parameter is used by layers `[from, to)`, and by what stands below them if `from` is undefined.
 *
 * @param name without `encoder.`
 */
export function isUsedBy(
  name: string,
  { from, to }: { readonly from: number | undefined; readonly to: number },
  { layers }: TransformerSizes,
): boolean {
  const layer = /^layer\.(\d+)\./.exec(name)?.[1];
  const first = from ?? 0;
  if (layer !== undefined) return Number(layer) >= first && Number(layer) < to;
  if (name.startsWith(DISTANCES)) return first < to;
  // The last norm goes with the last layer.
  if (name.startsWith("final.")) return first < to && to === layers;
  return from === undefined;
}
