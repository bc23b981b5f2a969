import { multiplyDims } from "../dimension.ts";
import { type Node, refuse } from "../node.ts";
import { reshape, slice } from "../ops/layout.ts";
import { dimAt } from "../shape.ts";

/**
 * Scores by distance as scores by position: `[…, words, 2·words] → […, words, words]`.
 *
 * Column `c` of `x` belongs to the distance `c − words`, so that `result[i, j] = x[i, j − i + words]`. Read without row
 * ends, that is place `i·(2·words − 1) + j + words`: the rows of the result stand `2·words − 1` apart, and no index is needed.
 */
export function distancesToPositions(x: Node): Node {
  const words = dimAt(x.shape, -2);
  const twice = multiplyDims(2, words);
  if (dimAt(x.shape, -1) !== twice) refuse("reshape", "the last axis must be twice the one before it", x);
  const leading = x.shape.slice(0, -2);
  const flat = slice(reshape(x, [...leading, multiplyDims(words, twice)]), -1, words);
  const rows = reshape(flat, [...leading, words, -1]);
  return slice(rows, -1, 0, words);
}
