/**
 * How the score of a candidate becomes its chance of being drawn. `"softmax"` is the paper's, which is nearly
 * flat because 0 ≤ r ≤ ln|L|; `"power"` takes it as a weight, and so prefers spans at the border between O and an
 * entity, where missed entities lie as well; `"safe"` avoids what the model takes for an entity and nothing else;
 * `"sure"` draws what the model is sure is O; `"cautious"` prefers hard spans among those it is fairly sure of;
 * `"balanced"` is `"cautious"` where few labels are missing and `"sure"` where most are, by the model's own estimate.
 */
type SamplingShape = (typeof samplingShapes)[number];

export const samplingShapes = ["softmax", "power", "safe", "sure", "cautious", "balanced"] as const;

/** How candidates are weighted in one epoch. */
export interface SamplingOptions {
  readonly shape: SamplingShape;
  /** The current epoch, counted from 0. */
  readonly epoch: number;
  /** How many epochs there are in all. */
  readonly epochs: number;
  /** μ, how strongly likely entities are avoided. Default: 8. */
  readonly power?: number;
  /** Keeps `"power"`, `"cautious"` and `"balanced"` from ruling out candidates the model is sure of. Default: 0.001. */
  readonly epsilon?: number;
  /** For `"balanced"`: how much hard spans are preferred, see `hardness`. Default: 1. */
  readonly hardness?: number;
}

/**
 * How unsure the model is of a span: the entropy of its classes.
 *
 *     u = − Σ_l z_l ln z_l
 *
 * [WNS, Eq. 14]
 *
 * @param probabilities `[spans, classes]`, row-major
 */
export function uncertainty(probabilities: ArrayLike<number>, classes: number, span: number): number {
  let entropy = 0;
  for (let at = span * classes; at < (span + 1) * classes; at++) {
    const z = probabilities[at]!;
    if (z > 0) entropy -= z * Math.log(z);
  }
  return Math.max(entropy, 0);
}

/**
 * How far the model is from calling a span an entity: 0 where O (class 0) wins, near −1 for a sure entity.
 *
 *     v = z_O − max_l z_l
 *
 * The maximum is over all classes, O among them. [WNS, Eq. 15]
 */
export function nonEntityScore(probabilities: ArrayLike<number>, classes: number, span: number): number {
  const first = span * classes;
  let largest = probabilities[first]!;
  for (let at = first + 1; at < first + classes; at++) largest = Math.max(largest, probabilities[at]!);
  return probabilities[first]! - largest;
}

/**
 * The score of a span as a negative: high where the model is unsure, low where it sees an entity.
 *
 *     r = u (1 + v)^μ  [WNS, Eq. 16]
 */
export function samplingScore(uncertain: number, nonEntity: number, power: number): number {
  // Rounded probabilities may put 1 + v a little below 0.
  return uncertain * Math.max(1 + nonEntity, 0) ** power;
}

/** `T = √(C − c)`, which falls to 1 in the last epoch, so that draws get sharper as the model gets better. [WNS, Eq. 16] */
export function samplingTemperature(epoch: number, epochs: number): number {
  if (!(epoch >= 0 && epoch < epochs)) throw new RangeError(`epoch ${epoch} of ${epochs}: counted from 0`);
  return Math.sqrt(epochs - epoch);
}

/**
 * `ln e` up to a constant for each span, as `gumbelTopK` takes it.
 *
 *     "softmax":  e ∝ exp(r / T)            [WNS, Eq. 16]
 *     "power":    e ∝ (r + ε)^{1/T}
 *     "safe":     e ∝ (1 + v)^μ
 *     "sure":     e ∝ z_O^μ
 *     "cautious": e ∝ (u + ε) z_O^μ
 *     "balanced": e ∝ (u + ε)^a z_O^μ,  a = `hardness`
 *
 * A missed entity that the model has begun to deny is as uncertain as a hard negative. The more entities are missing, the
 * more of what looks hard is missed, and the less `"balanced"` cares for it.
 */
export function samplingLogits(
  probabilities: ArrayLike<number>,
  classes: number,
  { shape, epoch, epochs, power = 8, epsilon = 1e-3, hardness = 1 }: SamplingOptions,
): Float64Array {
  const temperature = samplingTemperature(epoch, epochs);
  const logits = new Float64Array(probabilities.length / classes);
  for (let span = 0; span < logits.length; span++) {
    const v = nonEntityScore(probabilities, classes, span);
    if (shape === "safe") {
      logits[span] = power * Math.log(Math.max(1 + v, 0));
      continue;
    }
    if (shape === "sure" || shape === "cautious" || shape === "balanced") {
      const sure = power * Math.log(Math.max(probabilities[span * classes]!, 0));
      const hard = Math.log(uncertainty(probabilities, classes, span) + epsilon);
      const preference = shape === "balanced" ? hardness : 1;
      logits[span] = sure + (shape === "sure" ? 0 : preference * hard);
      continue;
    }
    const r = samplingScore(uncertainty(probabilities, classes, span), v, power);
    logits[span] = (shape === "softmax" ? r : Math.log(r + epsilon)) / temperature;
  }
  return logits;
}

/** How many of a sentence's unlabelled spans are entities by the model's probabilities: Σ (1 − z_O). */
export function expectedEntities(probabilities: ArrayLike<number>, classes: number): number {
  let expected = 0;
  for (let at = 0; at < probabilities.length; at += classes) expected += 1 - probabilities[at]!;
  return expected;
}

/**
 * How much `"balanced"` prefers hard spans in partial sentences: fully as long as the model expects at most twice as many
 * entities among unlabelled spans as are labelled, then the less, the more it expects.
 *
 *     a = min(1, 2m / s),  s = Σ (1 − z_O) over candidates, m labelled entities
 *
 * The 2 allows for what a model in training expects in vain.
 */
export function hardness(expected: number, labelled: number): number {
  return expected <= 2 * labelled ? 1 : (2 * labelled) / expected;
}

/** The probability of each candidate to be drawn first: `e`, summing to 1. [WNS, Eq. 16] */
export function samplingDistribution(logits: ArrayLike<number>): Float64Array {
  const values = Float64Array.from(logits);
  const largest = values.reduce((a, b) => Math.max(a, b), -Infinity);
  const weights = values.map((logit) => Math.exp(logit - largest));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}
