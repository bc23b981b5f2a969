import type { Node } from "../../graph/index.ts";
import { constant, matmul, sizeAt } from "../../graph/index.ts";
/**
 * The corners of a regular simplex around the origin, one for each of `k` classes, `[k, k − 1]` row-major:
 *
 *     W₁ = (k−1)^(−1/2)·1,   Wⱼ = −(1+√k)/(k−1)^(3/2)·1 + √(k/(k−1))·eⱼ₋₁   for j = 2 … k
 *
 * Unit vectors with inner products −1/(k−1) that add up to zero. [Zhang & Liu 2014; PU2]
 */
export function simplexCorners(k: number): Float64Array {
  if (!Number.isInteger(k) || k < 2) throw new Error(`a simplex needs two classes or more, got ${k}`);
  const width = k - 1;
  const shared = -(1 + Math.sqrt(k)) / width ** 1.5;
  const own = Math.sqrt(k / width);
  return Float64Array.from({ length: k * width }, (_, i) => {
    const [row, column] = [Math.floor(i / width), i % width];
    if (row === 0) return 1 / Math.sqrt(width);
    return row - 1 === column ? shared + own : shared;
  });
}

/**
 * Class scores by angle: `fⱼ = ⟨h, Wⱼ⟩`. They add up to zero, so a score says something by itself,
 * not only in comparison with the others.
 *
 * @param h `[…, k − 1]`
 * @returns `[…, k]`
 */
export function angleScores(h: Node): Node {
  const k = sizeAt(h.shape, -1) + 1;
  return matmul(h, constant(simplexCorners(k), [k, k - 1]), { transposeB: true });
}
