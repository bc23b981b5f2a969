import { ceilProduct } from "../ceil-product.ts";
import type { Span } from "../data/index.ts";
import { Random } from "../random.ts";
import type { CandidateSpans } from "./candidate-spans.ts";
import { distinctBelow } from "./distinct-below.ts";

export interface FractionNegativesOptions {
  /** The fraction of the candidates that is drawn, rounded up. Default: 0.5. */
  readonly fraction?: number;
  /** Draw once before training, or anew in each epoch. The paper draws once. */
  readonly resample?: "once" | "epoch";
}

/** Which draw of a run is asked for. The same three numbers always give the same spans. */
interface DrawPlace {
  readonly seed: number;
  /** The number of the sentence in the training data. */
  readonly sentence: number;
  readonly epoch: number;
}

/**
 * Draws a fraction of the non-entity spans at random, without replacement, in reading order; the paper draws half.
 * [NRCES, §5.2]
 *
 * With `resample: "once"` the draw is repeated from the same seed rather than stored, so it survives a restart.
 */
export function fractionNegatives(
  candidates: CandidateSpans,
  { seed, sentence, epoch }: DrawPlace,
  { fraction = 0.5, resample = "once" }: FractionNegativesOptions = {},
): Span[] {
  if (!(fraction >= 0 && fraction <= 1))
    throw new RangeError(`the fraction of negatives must be in 0 … 1, got ${fraction}`);
  const name = resample === "once" ? `half ${sentence}` : `half ${sentence} in epoch ${epoch}`;
  const count = ceilProduct(fraction, candidates.count);
  const drawn = distinctBelow(candidates.count, count, new Random(seed).fork(name));
  return Array.from(drawn, (index) => candidates.at(index));
}
