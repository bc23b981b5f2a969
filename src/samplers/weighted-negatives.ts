import type { Span } from "../data/index.ts";
import type { Random } from "../random.ts";
import type { CandidateSpans } from "./candidate-spans.ts";
import { gumbelTopK } from "./gumbel-top-k.ts";
import { drawCount } from "./negative-rate.ts";
import { type SamplingOptions, samplingLogits } from "./sampling-scores.ts";

export interface WeightedNegativesOptions extends SamplingOptions {
  /** λ: how many to draw per word. */
  readonly rate: number;
}

/**
 * Draws `⌈λn⌉` negatives without replacement, preferring spans that the current model finds hard and avoiding
 * those it takes for entities; in reading order. [WNS, Eq. 16]
 *
 * With the shape `"safe"` a span that is an entity with probability 1 is never drawn, so there may be fewer.
 *
 * @param probabilities `[candidates, classes]`, the model's, without dropout; class 0 is O
 */
export function weightedNegatives(
  candidates: CandidateSpans,
  probabilities: Float32Array,
  options: WeightedNegativesOptions,
  random: Random,
): Span[] {
  if (candidates.count === 0) return [];
  const classes = probabilities.length / candidates.count;
  if (!(Number.isInteger(classes) && classes >= 1)) {
    throw new Error(`${probabilities.length} probabilities do not fit ${candidates.count} candidates`);
  }
  const logits = samplingLogits(probabilities, classes, options);
  const drawn = gumbelTopK(logits, drawCount(options.rate, candidates), random);
  return Array.from(drawn, (index) => candidates.at(index));
}
