import { entryAt } from "../entries.ts";
import { UserError } from "../errors.ts";
import { Random } from "../random.ts";
import { rates } from "./rates.ts";
import { type SentenceCounts, totalCounts } from "./sentence-counts.ts";

/** How to resample. */
export interface BootstrapOptions {
  /** Number of bootstrap resamples (default: 1000). */
  readonly resamples?: number;
  /** Confidence level (default: 0.95). */
  readonly confidence?: number;
  /** The same seed gives the same interval (default: 1). */
  readonly seed?: number;
}

/** A value with its bootstrap confidence interval. */
export interface Interval {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly confidence: number;
  readonly resamples: number;
}

/**
 * A confidence interval for micro F1 (in percent): the percentile bootstrap over sentences. Corpora of the
 * same number of sentences are drawn with replacement. A corpus without sentences gives 0 … 0.
 */
export function bootstrapF1(counts: SentenceCounts, options: BootstrapOptions = {}): Interval {
  const { resamples, confidence, seed } = checkedBootstrapOptions(options);
  const value = rates(totalCounts(counts)).f1;
  const drawn = new Float64Array(resamples);
  const draw = sentenceSampler(counts.length, seed);
  const { correct, predicted, gold } = counts;
  for (let sample = 0; sample < resamples; sample++) {
    let [sumCorrect, sumPredicted, sumGold] = [0, 0, 0];
    for (let i = 0; i < counts.length; i++) {
      const sentence = draw();
      sumCorrect += correct[sentence]!;
      sumPredicted += predicted[sentence]!;
      sumGold += gold[sentence]!;
    }
    drawn[sample] = rates({ correct: sumCorrect, predicted: sumPredicted, gold: sumGold }).f1;
  }
  return { value, ...percentileInterval(drawn, confidence), confidence, resamples };
}

/** Fills in the defaults; bad values are a `UserError`. */
export function checkedBootstrapOptions(options: BootstrapOptions): Required<BootstrapOptions> {
  const { resamples = 1000, confidence = 0.95, seed = 1 } = options;
  if (!Number.isInteger(resamples) || resamples < 1) {
    throw new UserError(`resamples must be a whole number from 1, got "${resamples}"`);
  }
  if (!(confidence > 0 && confidence < 1)) {
    throw new UserError(`confidence must lie between 0 and 1, got "${confidence}"`, {
      hint: "0.95 for the usual 95 %",
    });
  }
  return { resamples, confidence, seed };
}

/**
 * Samples sentence indices below `length` with replacement. Scaling 32 random bits is several times faster than
 * `Random.below`, and its bias (at most length / 2³²) is far too small to show in 1000 resamples.
 */
export function sentenceSampler(length: number, seed: number): () => number {
  const random = new Random(seed);
  const scale = length / 0x1_0000_0000;
  return () => Math.floor(random.uint32() * scale);
}

/** The central interval that holds `share` of the values, interpolated between neighbours. Sorts in place. */
export function percentileInterval(
  values: Float64Array,
  share: number,
): { readonly low: number; readonly high: number } {
  values.sort();
  const tail = (1 - share) / 2;
  return { low: quantile(values, tail), high: quantile(values, 1 - tail) };
}

function quantile(sorted: Float64Array, share: number): number {
  const position = share * (sorted.length - 1);
  const below = Math.floor(position);
  const [a, b] = [entryAt(sorted, below), entryAt(sorted, Math.min(below + 1, sorted.length - 1))];
  return a + (b - a) * (position - below);
}
