import type { Node } from "../../graph/index.ts";
import {
  add,
  cast,
  cosineSimilarity,
  dimAt,
  greater,
  LOG_ZERO,
  logSoftmax,
  mul,
  range,
  reduceSum,
  reshape,
  softmax,
  where,
} from "../../graph/index.ts";
export interface RetrievalOptions {
  /** α: how much the centres count; default: 0.5. */
  readonly share?: number;
  /** Mix probabilities, as in the paper, or log-probabilities with the retrieved ones, as in the authors' code. */
  readonly mix?: "prob" | "logprob";
}

/**
 * What the class centres say about spans: a span that looks like the labelled entities of a class gets
 * probability for it; O gets none.
 *
 *     sim_l = cos(r, r_l)          [SCL-RAI, Eq. 13]
 *     o_RA  = softmax(sim)         [SCL-RAI, Eq. 14]
 *     o_RA[O] := 0                 [SCL-RAI, Eq. 15]
 *
 * O takes part in the softmax, and what it had is not shared out. A class whose centre is zero, having had no
 * spans in training, takes no part.
 *
 * @param vectors `[spans, dim]`
 * @param centres `[classes, dim]`
 * @returns `[spans, classes]`
 */
export function retrieved(vectors: Node, centres: Node): Node {
  const classes = dimAt(centres.shape, 0);
  const similarity = cosineSimilarity(vectors, centres, 1e-16);
  const present = reshape(greater(reduceSum(mul(centres, centres), 1), 0), [1, classes]);
  const entity = cast(greater(range(classes), 0), "float32");
  return mul(softmax(where(present, similarity, LOG_ZERO)), entity);
}

/**
 * The final class scores of spans: the model's own probabilities mixed with what the centres say.
 *
 *     p = (1 − α) z + α o_RA
 *
 * Neither mix is renormalised. [SCL-RAI, Eq. 16]
 *
 * @param scores `[spans, classes]`, before the softmax
 * @param vectors `[spans, dim]`
 * @param centres `[classes, dim]`
 * @returns `[spans, classes]`
 */
export function retrievalMix(
  scores: Node,
  vectors: Node,
  centres: Node,
  { share = 0.5, mix = "prob" }: RetrievalOptions = {},
): Node {
  const own = mix === "prob" ? softmax(scores) : logSoftmax(scores);
  return add(mul(own, 1 - share), mul(retrieved(vectors, centres), share));
}
