import { z } from "zod";

const count = z.int().positive();

/** What DeBERTa-v2 and v3 have in place of BERT's attention: scores that depend on how far apart two pieces are. */
const debertaDesign = z.strictObject({
  kind: z.literal("deberta"),
  absolutePositions: z.boolean().describe("Whether the embeddings have positions too"),
  positionBuckets: z
    .int()
    .nonnegative()
    .describe("Distances in each direction that are told apart, far ones together; 0 for all"),
  maxDistance: count.describe("From this distance on, all distances are alike"),
  contentToPosition: z.boolean().describe("Whether a query looks at distances"),
  positionToContent: z.boolean().describe("Whether distances look at a key"),
  sharedKeys: z
    .boolean()
    .describe("Whether distances are projected as pieces are, or by matrices of their own"),
  distanceNorm: z.boolean().describe("Whether the vectors of distances are normalised"),
});

/** What ModernBERT has: rotary positions, layers that see only near pieces, gates, norms before each part, no biases. */
const modernbertDesign = z.strictObject({
  kind: z.literal("modernbert"),
  localReach: count.describe("How far a local layer sees on each side"),
  localLayers: z.array(z.boolean()).describe("Whether each layer is local"),
  ropeTheta: z.number().positive().describe("Of the angles of global layers"),
  localRopeTheta: z.number().positive().describe("Of the angles of local layers"),
});

/** The points in which a transformer is not built as BERT is. */
export const transformerDesign = z.discriminatedUnion("kind", [debertaDesign, modernbertDesign]);

export type DebertaDesign = z.infer<typeof debertaDesign>;
export type ModernbertDesign = z.infer<typeof modernbertDesign>;
export type TransformerDesign = z.infer<typeof transformerDesign>;

/** Vectors of distances in each direction. */
export function spanOf({ positionBuckets, maxDistance }: DebertaDesign): number {
  return positionBuckets > 0 ? positionBuckets : maxDistance;
}
