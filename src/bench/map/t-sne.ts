import type { Random } from "../../random.ts";
import { neighbourChances } from "./neighbour-chances.ts";

interface TsneOptions {
  /** About how many neighbours a point has; default: 30, and never more than a third of the points. */
  readonly perplexity?: number;
  readonly iterations?: number;
}

/** For so many iterations neighbours attract each other more than they should, so that clusters form. */
const EXAGGERATED = 100;
const EXAGGERATION = 12;

/**
 * Puts points of many dimensions into the plane so that neighbours stay neighbours (van der Maaten and Hinton 2008):
 * minimises Σ p_ij log(p_ij / q_ij) with q_ij ∝ 1 / (1 + ‖y_i − y_j‖²). Exact, so for some hundreds of points. The same
 * generator gives the same map.
 *
 * Only the figure of the paper is drawn so. The map of a review has thousands of points, for which exact t-SNE is too slow:
 * it is laid out by UMAP (`src/review/map/lay-out-vectors.ts`).
 *
 * @param vectors `[count, dim]`
 * @returns `[count, 2]`
 */
export function tsne(
  vectors: Float64Array,
  count: number,
  random: Random,
  { perplexity = 30, iterations = 400 }: TsneOptions = {},
): Float64Array {
  if (count < 4) return Float64Array.from({ length: 2 * count }, (_, i) => i % count);
  const chances = neighbourChances(squaredDistances(vectors, count), count, Math.min(perplexity, count / 3));
  const places = Float64Array.from({ length: 2 * count }, () => 1e-2 * random.normal());
  const speed = new Float64Array(2 * count);
  const gains = new Float64Array(2 * count).fill(1);
  const rate = Math.max(20, count / EXAGGERATION);
  for (let iteration = 0; iteration < iterations; iteration++) {
    const slope = tsneSlope(chances, places, iteration < EXAGGERATED ? EXAGGERATION : 1);
    const momentum = iteration < EXAGGERATED ? 0.5 : 0.8;
    for (let k = 0; k < places.length; k++) {
      // A coordinate that keeps its direction may go faster.
      const isTurning = Math.sign(slope[k]!) === Math.sign(speed[k]!);
      gains[k] = Math.max(0.01, isTurning ? gains[k]! * 0.8 : gains[k]! + 0.2);
      speed[k] = momentum * speed[k]! - rate * gains[k]! * slope[k]!;
      places[k]! += speed[k]!;
    }
  }
  return places;
}

/**
 * The gradient of the divergence by places:
 *
 *     ∂/∂y_i = 4 Σ_j (p_ij − q_ij) (y_i − y_j) / (1 + ‖y_i − y_j‖²)
 */
export function tsneSlope(chances: Float64Array, places: Float64Array, exaggeration = 1): Float64Array {
  const count = places.length / 2;
  const near = new Float64Array(count * count);
  let sum = 0;
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < i; j++) {
      const dx = places[2 * i]! - places[2 * j]!;
      const dy = places[2 * i + 1]! - places[2 * j + 1]!;
      const value = 1 / (1 + dx * dx + dy * dy);
      near[i * count + j] = value;
      near[j * count + i] = value;
      sum += 2 * value;
    }
  }
  const slope = new Float64Array(2 * count);
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++) {
      const close = near[i * count + j]!;
      const pull = 4 * (exaggeration * chances[i * count + j]! - close / sum) * close;
      slope[2 * i]! += pull * (places[2 * i]! - places[2 * j]!);
      slope[2 * i + 1]! += pull * (places[2 * i + 1]! - places[2 * j + 1]!);
    }
  }
  return slope;
}

function squaredDistances(vectors: Float64Array, count: number): Float64Array {
  const dim = vectors.length / count;
  const distances = new Float64Array(count * count);
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < i; j++) {
      let sum = 0;
      for (let k = 0; k < dim; k++) sum += (vectors[i * dim + k]! - vectors[j * dim + k]!) ** 2;
      distances[i * count + j] = sum;
      distances[j * count + i] = sum;
    }
  }
  return distances;
}
