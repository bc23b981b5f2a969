import type { Node } from "../../graph/index.ts";
import { div, matmul, max, oneHot, reduceSum, reshape } from "../../graph/index.ts";
/**
 * The centre of each class: the mean of the vectors of its spans.
 *
 *     r_l = Σ_{s∈T_l} r_s / N_l
 *
 * A class without spans has the zero vector for a centre. [SCL-RAI, Eq. 12]
 *
 * @param vectors `[spans, dim]`
 * @param labels `[spans]` int64
 * @returns `[classes, dim]`
 */
export function classCentres(vectors: Node, labels: Node, classes: number): Node {
  const members = oneHot(labels, classes);
  const counts = reshape(reduceSum(members, 0), [classes, 1]);
  return div(matmul(members, vectors, { transposeA: true }), max(counts, 1));
}

/** Adds up span vectors as they come, for one pass over the training data. */
export interface CentreCounter {
  /** @param vectors `[labels.length, dim]`, row-major */
  add(vectors: ArrayLike<number>, labels: ArrayLike<number>): void;
  /** `[classes, dim]`, and how many spans each class had. */
  result(): { readonly centres: Float32Array; readonly counts: readonly number[] };
}

/** The same as `classCentres` outside a graph, batch by batch and in double precision. [SCL-RAI, Eq. 12] */
export function createCentres(classes: number, dim: number): CentreCounter {
  const sums = new Float64Array(classes * dim);
  const counts = new Array<number>(classes).fill(0);
  return {
    add(vectors, labels) {
      if (vectors.length !== labels.length * dim) {
        throw new Error(`${vectors.length} numbers are not ${labels.length} vectors of ${dim}`);
      }
      for (const [span, label] of Array.from(labels).entries()) {
        const count = counts[label];
        if (count === undefined) throw new Error(`label ${label} is not one of ${classes} classes`);
        counts[label] = count + 1;
        for (let i = 0; i < dim; i++) sums[label * dim + i]! += vectors[span * dim + i]!;
      }
    },
    result: () => ({
      centres: Float32Array.from(sums, (sum, i) => sum / Math.max(counts[Math.floor(i / dim)] ?? 0, 1)),
      counts: [...counts],
    }),
  };
}
