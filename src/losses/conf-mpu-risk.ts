import type { Node } from "../graph/index.ts";
import {
  add,
  cast,
  dimAt,
  div,
  greater,
  max,
  mul,
  reduceSum,
  slice,
  sub,
  unsqueeze,
  where,
} from "../graph/index.ts";

/** What is known of words, 1 or 0. */
export interface ConfMpuWords {
  /** `[words, types]` */
  readonly positive: Node;
  /** `[words]` */
  readonly unlabelled: Node;
  /** `[words]`: known to be in no entity. */
  readonly negative: Node;
}

/**
 * The risk of a multi-class classifier that learns from labelled and unlabelled words, and from the confidence λ̂ that a word
 * is in an entity. ℓ(x, c) = 1 − p_c.
 *
 *     R = Σ_i γ π_i / n_i Σ_{x ∈ P_i} max(0, ℓ(x, i) + 1[λ̂ > η] ℓ(x, O) / λ̂ − ℓ(x, O))
 *         + 1 / n_u Σ_{x ∈ U} 1[λ̂ ≤ η] ℓ(x, O)                                        [CONF-MPU, risk]
 *
 * γ is 1 in the paper's formula. Where words are known to be in no entity, the mean of their ℓ(x, O) takes the place of the
 * second sum in the proportion of their number.
 *
 * @param probabilities `[words, 1 + types]`, `O` first
 * @param confidence `[words]`: λ̂
 * @param weights `[types]`: γ π
 * @param eta η
 * @returns a scalar
 */
export function confMpuRisk(
  probabilities: Node,
  { positive, unlabelled, negative }: ConfMpuWords,
  confidence: Node,
  weights: Node,
  eta: number,
): Node {
  const asOutside = sub(1, slice(probabilities, 1, 0, 1));
  const asType = sub(1, slice(probabilities, 1, 1, Number(dimAt(probabilities.shape, 1))));
  const isSure = greater(confidence, eta);
  const factor = sub(where(isSure, div(1, max(confidence, 1e-6)), 0), 1);
  const perWord = max(add(asType, mul(unsqueeze(factor, 1), asOutside)), 0);
  const ofPositive = div(reduceSum(mul(positive, perWord), 0), max(reduceSum(positive, 0), 1));
  const mean = (mask: Node, values: Node) => div(reduceSum(mul(mask, values)), max(reduceSum(mask), 1));
  const outside = reduceSum(asOutside, 1);
  const ofUnlabelled = mean(unlabelled, mul(sub(1, cast(isSure, "float32")), outside));
  const [unknown, known] = [reduceSum(unlabelled), reduceSum(negative)];
  const share = div(known, max(add(unknown, known), 1));
  return add(
    reduceSum(mul(weights, ofPositive)),
    add(mul(sub(1, share), ofUnlabelled), mul(share, mean(negative, outside))),
  );
}
