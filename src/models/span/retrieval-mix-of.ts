import { entryAt } from "../../entries.ts";
import { NON_ENTITY } from "../label-set.ts";
import type { RetrievalOptions } from "./retrieval-mix.ts";

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
