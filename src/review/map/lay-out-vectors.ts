import { UMAP } from "umap-js";
import { rounded } from "../../format.ts";
import { Random } from "../../random.ts";

/** About how many neighbours of a point stay its neighbours. */
const NEIGHBOURS = 15;

/**
 * Puts vectors into the plane so that neighbours stay neighbours (UMAP), by their direction; one point each, the same for
 * the same vectors. UMAP, not the exact t-SNE of `src/bench/map`, because a review has thousands of points. `onProgress`
 * gets the share done, from 0 to 1.
 */
export function layOutVectors(
  vectors: readonly Float32Array[],
  onProgress: (done: number) => void = () => {},
): (readonly [x: number, y: number])[] {
  // Too few to lay out.
  if (vectors.length < 4) return vectors.map((_, i) => [i, 0]);
  const random = new Random(1).fork("map");
  const umap = new UMAP({
    nNeighbors: Math.min(NEIGHBOURS, vectors.length - 1),
    minDist: 0.1,
    random: () => random.uniform(),
  });
  const epochs = umap.initializeFit(vectors.map(unit));
  for (let epoch = 0; epoch < epochs; epoch++) {
    umap.step();
    if (epoch % 10 === 0) onProgress(epoch / epochs);
  }
  return umap.getEmbedding().map(([x, y]) => [rounded(x!, 3), rounded(y!, 3)]);
}

/** Scaled to length 1, so that distances depend on angles only. */
function unit(vector: Float32Array): number[] {
  const length = Math.hypot(...vector);
  return Array.from(vector, (value) => (length > 0 ? value / length : 0));
}
