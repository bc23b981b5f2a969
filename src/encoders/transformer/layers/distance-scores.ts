import {
  add,
  addDims,
  constant,
  type Dim,
  dimAt,
  distancesToPositions,
  dropout,
  gather,
  matmul,
  type Node,
  type PackedAttentionOptions,
  reshape,
  slice,
  subtractDims,
  transpose,
} from "../../../graph/index.ts";
import { type DebertaDesign, spanOf } from "../design.ts";
import { DISTANCES, longestWindow, type TransformerSizes } from "../transformer-sizes.ts";
import { dense, type Mask, norm, type Weight } from "./layer-parts.ts";

/**
 * Disentangled attention: besides query and key, the distance δ of two pieces counts, by a vector that query (content to
 * position) and key (position to content) are compared with. [He et al. 2021, Eq. 4]
 *
 *     (qᵢ·kⱼ + qᵢ·K(δ(i,j)) + kⱼ·Q(δ(i,j))) / √(3d)
 *
 * Windows that share a row of attention are each in one piece, so a distance in the row is the distance in the window.
 */
export function distanceScores(
  weight: Weight,
  sizes: TransformerSizes,
  design: DebertaDesign,
  layer: number,
  mask: Mask,
): Required<Pick<PackedAttentionOptions, "scale" | "further">> {
  const at = `layer.${layer}`;
  const { heads, hidden } = sizes;
  const { contentToPosition, positionToContent, sharedKeys } = design;
  const terms = 1 + Number(contentToPosition) + Number(positionToContent);
  const scale = 1 / Math.sqrt((terms * hidden) / heads);
  const vectors = dropout(distanceVectors(weight, sizes, design), mask(`${at}.distance`));
  /** A score for each piece and distance, from 1 − words (or the reverse) on, moved to where the other piece stands. */
  const scores = (pieces: Node, name: string, rows: Int32Array): Node => {
    const words = dimAt(pieces.shape, 2);
    const projected = dense(weight, `${at}.${name}`, gather(vectors, around(rows, words)));
    const apart = transpose(reshape(projected, [-1, heads, hidden / heads]), [1, 0, 2]);
    return distancesToPositions(matmul(pieces, apart, { transposeB: true, scale }));
  };
  return {
    scale,
    further(query, key) {
      const both: Node[] = [];
      const longest = longestWindow(sizes);
      if (contentToPosition) {
        // Row i, column j: the distance i − j falls from left to right.
        const rows = Int32Array.from({ length: 2 * longest }, (_, c) => distanceRow(longest - c, design));
        both.push(scores(query, sharedKeys ? "key" : "distanceKey", rows));
      }
      if (positionToContent) {
        // Row j, column i, where it rises.
        const rows = Int32Array.from({ length: 2 * longest }, (_, c) => distanceRow(c - longest, design));
        both.push(transpose(scores(key, sharedKeys ? "query" : "distanceQuery", rows), [0, 1, 3, 2]));
      }
      return both.reduce(add);
    },
  };
}

/** The vectors of all distances, `[2·span, hidden]`. */
function distanceVectors(weight: Weight, sizes: TransformerSizes, design: DebertaDesign): Node {
  const table = weight(DISTANCES);
  return design.distanceNorm ? norm(weight, sizes, `${DISTANCES}.norm`, table) : table;
}

/** Of rows for distances `±longest`, those for `±words`. */
function around(rows: Int32Array, words: Dim): Node {
  const longest = rows.length / 2;
  return slice(
    constant(rows, [rows.length], "int64"),
    0,
    subtractDims(longest, words),
    addDims(longest, words),
  );
}

/** The row of a distance in the table. */
export function distanceRow(distance: number, design: DebertaDesign): number {
  const span = spanOf(design);
  const bucket =
    design.positionBuckets > 0 ? logBucket(distance, design.positionBuckets, design.maxDistance) : distance;
  return Math.min(Math.max(bucket + span, 0), 2 * span - 1);
}

/**
 * Distances up to half of the buckets each have their own; farther ones share them by their logarithm. In single
 * precision as in PyTorch, so that a distance at the edge of a bucket falls on the same side.
 */
function logBucket(distance: number, buckets: number, farthest: number): number {
  const middle = Math.floor(buckets / 2);
  const size = Math.abs(distance);
  if (size <= middle) return distance;
  const log = (x: number) => Math.fround(Math.log(Math.fround(x)));
  const share = Math.fround(log(size / middle) / log((farthest - 1) / middle));
  return Math.sign(distance) * (Math.ceil(Math.fround(share * (middle - 1))) + middle);
}
