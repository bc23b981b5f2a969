import { ceilProduct } from "../ceil-product.ts";
import { type Span, spanKey } from "../data/index.ts";

/** Counts how often a sampler drew a missed entity as a negative. */
interface MissamplingCounter {
  /** The negatives drawn for one sentence, and its unlabelled entities. */
  add(negatives: readonly Span[], hidden: readonly Span[]): void;
  result(): Missampling;
}

/** How many negatives were drawn, and how many of them are entities. `rate` is a share, 0 … 1; 0 if none was drawn. */
export interface Missampling {
  readonly negatives: number;
  readonly missampled: number;
  readonly rate: number;
}

/**
 * Measures how robust a sampler is against missing labels: over a corpus whose missed entities
 * are known, the share of sampled negatives that are missed entities.
 *
 *     γ = Σ |f(ỹ) ∩ f(ŷ)| / Σ |ỹ|
 *
 * `ỹ` are the sampled negatives, `ŷ` the missed entities, `f` takes their spans. [WNS, Eq. 12]
 */
export function createMissampling(): MissamplingCounter {
  let negatives = 0;
  let missampled = 0;
  return {
    add(drawn, hidden) {
      negatives += drawn.length;
      if (hidden.length === 0) return;
      const missed = new Set(hidden.map(spanKey));
      for (const span of drawn) if (missed.has(spanKey(span))) missampled++;
    },
    result: () => ({ negatives, missampled, rate: negatives === 0 ? 0 : missampled / negatives }),
  };
}

/** The missampling rate (a share, 0 … 1) of a list of sentences. */
export function missamplingRate(
  sentences: Iterable<{ readonly negatives: readonly Span[]; readonly hidden: readonly Span[] }>,
): number {
  const counter = createMissampling();
  for (const { negatives, hidden } of sentences) counter.add(negatives, hidden);
  return counter.result().rate;
}

/**
 * The probability that uniform sampling draws no missed entity in a sentence.
 *
 *     q = Π_{0≤i<⌈λn⌉} (1 − |ŷ| / (n(n+1)/2 − m − i))
 *
 * `n` words, `m` labelled entities, `ŷ` missed ones, rate `λ`. [WNS, Eq. 6]
 */
export function cleanDrawProbability({
  words,
  labelled,
  hidden,
  rate,
}: {
  readonly words: number;
  readonly labelled: number;
  readonly hidden: number;
  readonly rate: number;
}): number {
  if (hidden <= 0) return 1;
  const candidates = (words * (words + 1)) / 2 - labelled;
  const draws = Math.min(ceilProduct(rate, words), candidates);
  let probability = 1;
  for (let i = 0; i < draws; i++) {
    // With as few candidates left as missed entities, the next draw cannot avoid them.
    if (candidates - i <= hidden) return 0;
    probability *= 1 - hidden / (candidates - i);
  }
  return probability;
}

/**
 * A lower bound of `cleanDrawProbability` for any sentence of this length.
 *
 *     q > 1 − 4λ√n / (n − 1)
 *
 * [WNS, Eq. 11] It assumes m + |ŷ| ≤ √n (Eq. 5) and 1/n ≤ λ ≤ 1. For short sentences the formula falls
 * below 0 and says nothing; the result is 0 then.
 */
export function cleanDrawLowerBound({
  words,
  rate,
}: {
  readonly words: number;
  readonly rate: number;
}): number {
  if (words < 2) return 0;
  return Math.max(0, 1 - (4 * rate * Math.sqrt(words)) / (words - 1));
}
