import { entryAt } from "../../entries.ts";
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
import { NON_ENTITY } from "../label-set.ts";
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

/** One span's numbers, as they come out of a session. */
export interface RetrievalInput {
  /** `[classes]`, before the softmax */
  readonly scores: ArrayLike<number>;
  /** `[dim]` */
  readonly vector: ArrayLike<number>;
  /** `[classes, dim]`, row-major */
  readonly centres: ArrayLike<number>;
}

/** `retrievalMix` of one span outside a graph, `[classes]`, so that α can be tuned without running the model again. [SCL-RAI, Eq. 16] */
export function retrievalMixOf(
  { scores, vector, centres }: RetrievalInput,
  { share = 0.5, mix = "prob" }: RetrievalOptions = {},
): Float64Array {
  const similarity = Float64Array.from(scores, (_, label) => cosine(vector, centres, label * vector.length));
  const found = softmaxOf(similarity);
  found[NON_ENTITY] = 0;
  const own = mix === "prob" ? softmaxOf(scores) : logSoftmaxOf(scores);
  return own.map((value, label) => (1 - share) * value + share * entryAt(found, label));
}

/** −Infinity for a centre of zero: such a class takes no part. */
function cosine(vector: ArrayLike<number>, centres: ArrayLike<number>, first: number): number {
  let [product, own, other] = [0, 0, 0];
  for (let i = 0; i < vector.length; i++) {
    const [a, b] = [vector[i]!, centres[first + i]!];
    product += a * b;
    own += a * a;
    other += b * b;
  }
  if (other === 0) return -Infinity;
  return own === 0 ? 0 : product / Math.sqrt(own * other);
}

function logSoftmaxOf(scores: ArrayLike<number>): Float64Array {
  const values = Float64Array.from(scores);
  const largest = values.reduce((a, b) => Math.max(a, b), -Infinity);
  const total = values.reduce((sum, value) => sum + Math.exp(value - largest), 0);
  return values.map((value) => value - largest - Math.log(total));
}

function softmaxOf(scores: ArrayLike<number>): Float64Array {
  return logSoftmaxOf(scores).map(Math.exp);
}
