import type { Span } from "../data/index.ts";
import { Random } from "../random.ts";
import type { CandidateSpans } from "./candidate-spans.ts";
import { distinctBelow } from "./distinct-below.ts";

export interface HalfNegativesOptions {
  /** The part of the candidates that is drawn, rounded up. Default: a half. */
  readonly share?: number;
  /** Draw once before training, or anew in each epoch. The paper draws once. */
  readonly resample?: "once" | "epoch";
}

/** Which draw of a run is asked for. The same three numbers always give the same spans. */
export interface DrawPlace {
  readonly seed: number;
  /** The number of the sentence in the training data. */
  readonly sentence: number;
  readonly epoch: number;
}

/**
 * Draws half of the non-entity spans at random, without replacement; in reading order. [NRCES, §5.2]
 *
 * What was drawn "once" is not remembered but drawn again from the same seed: so it needs no memory and
 * survives a restart.
 */
export function halfNegatives(
  candidates: CandidateSpans,
  { seed, sentence, epoch }: DrawPlace,
  { share = 0.5, resample = "once" }: HalfNegativesOptions = {},
): Span[] {
  if (!(share >= 0 && share <= 1))
    throw new RangeError(`the share of negatives must be in 0 … 1, got ${share}`);
  const name = resample === "once" ? `half ${sentence}` : `half ${sentence} in epoch ${epoch}`;
  const count = Math.ceil(share * candidates.count - 1e-9);
  const drawn = distinctBelow(candidates.count, count, new Random(seed).fork(name));
  return Array.from(drawn, (index) => candidates.at(index));
}
