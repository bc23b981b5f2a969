import { zip } from "../entries.ts";
import { UserError } from "../errors.ts";
import { Random } from "../random.ts";
import {
  type BootstrapOptions,
  checkedBootstrapOptions,
  type Interval,
  percentileInterval,
  sentenceSampler,
} from "./bootstrap.ts";
import { rates } from "./rates.ts";
import { type SentenceCounts, totalCounts } from "./sentence-counts.ts";

/** The result of a significance test between two systems. */
export interface Significance {
  /** F1 of the first minus F1 of the second, in percent points. */
  readonly difference: number;
  /** Two-sided p-value: the probability of a difference at least this large under the null hypothesis. */
  readonly p: number;
  readonly shuffles: number;
}

/** The difference in F1 with its confidence interval. */
export interface PairedInterval extends Interval {
  /** The share of resamples in which the better system is not better. */
  readonly unconfirmed: number;
}

// Rounding makes equal differences differ in the last bits; steps of F1 are far larger than this.
const TINY = 1e-9;

/**
 * Tests whether two systems differ in micro F1 on the same sentences: approximate randomisation, two-sided.
 * Under the null hypothesis the two predictions for a sentence are exchangeable, so each shuffle swaps them
 * at random, sentence by sentence.
 *
 *     p = (1 + #{ |Δ after swapping| ≥ |Δ| }) / (1 + shuffles)
 *
 * The ones keep p above 0. Default: 10,000 shuffles; the same seed gives the same p.
 */
export function pairedRandomisation(
  a: SentenceCounts,
  b: SentenceCounts,
  { shuffles = 10_000, seed = 1 }: { readonly shuffles?: number; readonly seed?: number } = {},
): Significance {
  checkPaired(a, b);
  if (!Number.isInteger(shuffles) || shuffles < 1) {
    throw new UserError(`shuffles must be a whole number from 1, got "${shuffles}"`);
  }
  const [totalA, totalB] = [totalCounts(a), totalCounts(b)];
  const gold = totalA.gold;
  const f1 = (correct: number, predicted: number) => rates({ correct, predicted, gold }).f1;
  const difference = f1(totalA.correct, totalA.predicted) - f1(totalB.correct, totalB.predicted);

  // Swapping equal counts changes nothing, so only sentences with unequal ones are kept.
  const { correct, predicted, length } = unequalSentences(a, b);
  const random = new Random(seed);
  let asLarge = 0;
  for (let shuffle = 0; shuffle < shuffles; shuffle++) {
    let [swappedCorrect, swappedPredicted, bits] = [0, 0, 0];
    for (let i = 0; i < length; i++) {
      if ((i & 31) === 0) bits = random.uint32();
      const mask = -(bits & 1);
      bits >>>= 1;
      swappedCorrect += correct[i]! & mask;
      swappedPredicted += predicted[i]! & mask;
    }
    const shuffled =
      f1(totalA.correct - swappedCorrect, totalA.predicted - swappedPredicted) -
      f1(totalB.correct + swappedCorrect, totalB.predicted + swappedPredicted);
    if (Math.abs(shuffled) >= Math.abs(difference) - TINY) asLarge++;
  }
  return { difference, p: (asLarge + 1) / (shuffles + 1), shuffles };
}

/**
 * A confidence interval for the difference in micro F1 between two systems: the paired bootstrap, which scores
 * both on the same resamples.
 */
export function pairedBootstrap(
  a: SentenceCounts,
  b: SentenceCounts,
  options: BootstrapOptions = {},
): PairedInterval {
  checkPaired(a, b);
  const { resamples, confidence, seed } = checkedBootstrapOptions(options);
  const value = rates(totalCounts(a)).f1 - rates(totalCounts(b)).f1;
  const drawn = new Float64Array(resamples);
  const draw = sentenceSampler(a.length, seed);
  let unconfirmed = 0;
  for (let sample = 0; sample < resamples; sample++) {
    let [correctA, predictedA, correctB, predictedB, gold] = [0, 0, 0, 0, 0];
    for (let i = 0; i < a.length; i++) {
      const sentence = draw();
      correctA += a.correct[sentence]!;
      predictedA += a.predicted[sentence]!;
      correctB += b.correct[sentence]!;
      predictedB += b.predicted[sentence]!;
      gold += a.gold[sentence]!;
    }
    const difference =
      rates({ correct: correctA, predicted: predictedA, gold }).f1 -
      rates({ correct: correctB, predicted: predictedB, gold }).f1;
    drawn[sample] = difference;
    if (value >= 0 ? difference <= TINY : difference >= -TINY) unconfirmed++;
  }
  return {
    value,
    ...percentileInterval(drawn, confidence),
    confidence,
    resamples,
    unconfirmed: unconfirmed / resamples,
  };
}

function unequalSentences(a: SentenceCounts, b: SentenceCounts) {
  const correct = new Int32Array(a.length);
  const predicted = new Int32Array(a.length);
  let length = 0;
  const counts = zip(a.correct, b.correct, a.predicted, b.predicted);
  for (const [correctA, correctB, predictedA, predictedB] of counts) {
    if (correctA === correctB && predictedA === predictedB) continue;
    correct[length] = correctA - correctB;
    predicted[length] = predictedA - predictedB;
    length++;
  }
  return { correct, predicted, length };
}

function checkPaired(a: SentenceCounts, b: SentenceCounts): void {
  if (a.length !== b.length) {
    throw new UserError(`the two predictions cover ${a.length} and ${b.length} sentences`, {
      hint: "predict the same sentences with both systems",
    });
  }
  const other = a.gold.findIndex((count, i) => count !== b.gold[i]);
  if (other >= 0) {
    throw new UserError(`the gold labels of sentence ${other + 1} differ between the two predictions`, {
      hint: "score both predictions against the same gold file",
    });
  }
}
