import type { Node } from "../graph/index.ts";
import { add, equal, mul, neg, type Operand, sigmoid, sub, valuesAt, where } from "../graph/index.ts";
import { crossEntropyPerSpan, type SpanLossOptions } from "./span-cross-entropy.ts";
import { weightedMean } from "./weighted-mean.ts";

/** Weights of L_ce and L_cs for a kind of span. */
interface LossParts {
  readonly crossEntropy: number;
  readonly mixed: number;
}

/**
 * Which loss entities and negatives get: the method itself and the ablations of its Table 5. (Its row without
 * sampling is a matter of the sampler.) [NRCES, §5.2]
 */
export const noiseRobustVariants = Object.freeze({
  nrces: { positives: { crossEntropy: 1, mixed: 0 }, negatives: { crossEntropy: 0, mixed: 1 } },
  "no-sigmoid": { positives: { crossEntropy: 1, mixed: 0 }, negatives: { crossEntropy: 1, mixed: 0 } },
  "no-separation": { positives: { crossEntropy: 0, mixed: 1 }, negatives: { crossEntropy: 0, mixed: 1 } },
  "mixed-everywhere": { positives: { crossEntropy: 1, mixed: 1 }, negatives: { crossEntropy: 0, mixed: 1 } },
  "cross-entropy-everywhere": {
    positives: { crossEntropy: 1, mixed: 0 },
    negatives: { crossEntropy: 1, mixed: 1 },
  },
}) satisfies Readonly<Record<string, { readonly positives: LossParts; readonly negatives: LossParts }>>;

export type NoiseRobustVariant = keyof typeof noiseRobustVariants;

interface NoiseRobustOptions extends SpanLossOptions {
  /** β, a number or a scalar that is fed, since it changes with the epochs; see `crossEntropyShare`. */
  readonly share: Operand;
  /** `"one-minus"` is 1 − σ, which the paper's text describes; `"printed"` is the +σ of its formula. */
  readonly sign?: "one-minus" | "printed";
  readonly variant?: NoiseRobustVariant;
}

/**
 * The weight of the cross-entropy for negatives after `epochs` epochs of training.
 *
 *     β = exp(−e / w)
 *
 * A small `w` means more tolerance of noise; a sentence of the paper (§5.3) has it the wrong way round.
 * [NRCES, Eq. 8]
 */
export function crossEntropyShare(epochs: number, width = 5): number {
  return Math.exp(-epochs / width);
}

/**
 * A loss that tolerates negatives the model is sure are entities: they are probably missing labels.
 *
 *     NRCES = L_ce · 1(y ≠ O) + L_cs · 1(y = O)     [NRCES, Eq. 9]
 *
 * The mean over entities and negatives together.
 *
 * @param scores `[spans, classes]`, before the softmax; class 0 is O
 * @param labels `[spans]` int64
 * @returns a scalar; 0 without spans
 */
export function noiseRobustLoss(scores: Node, labels: Node, options: NoiseRobustOptions): Node {
  return weightedMean(noiseRobustPerSpan(scores, labels, options), options.weights);
}

/**
 * The noise-robust loss of each span, `[spans]`.
 *
 *     L_sig = 1 − σ(s_y)                            [NRCES, Eq. 6]
 *     L_cs  = β L_ce + (1 − β) L_sig                [NRCES, Eq. 7]
 *
 * The paper prints L_sig = σ(s_y), which would push the score of O down on every negative; what it says about the
 * gradient, bounded and vanishing where the model is sure of an entity, fits 1 − σ only.
 */
export function noiseRobustPerSpan(scores: Node, labels: Node, options: NoiseRobustOptions): Node {
  const { share, sign = "one-minus", variant = "nrces", known } = options;
  const score = valuesAt(scores, labels);
  // 1 − σ(s) = σ(−s), without the loss of digits.
  const bounded = sigmoid(sign === "one-minus" ? neg(score) : score);
  const crossEntropy = crossEntropyPerSpan(scores, labels, known);
  const mixed = add(mul(crossEntropy, share), mul(bounded, sub(1, share)));
  const { positives, negatives } = noiseRobustVariants[variant];
  return where(
    equal(labels, 0),
    partsOf(negatives, crossEntropy, mixed),
    partsOf(positives, crossEntropy, mixed),
  );
}

function partsOf(parts: LossParts, crossEntropy: Node, mixed: Node): Node {
  if (parts.mixed === 0) return mul(crossEntropy, parts.crossEntropy);
  if (parts.crossEntropy === 0) return mul(mixed, parts.mixed);
  return add(mul(crossEntropy, parts.crossEntropy), mul(mixed, parts.mixed));
}
