import { ceilProduct } from "../ceil-product.ts";
import { type Span, spanKey, spansIn } from "../data/index.ts";

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

/** A sentence of `words` words, of whose spans of at most `maxWidth` words (default: all spans) `rate` times as many are drawn. */
interface Draw {
  readonly words: number;
  readonly rate: number;
  /** The widest span that may be drawn; default: the whole sentence, as in the paper. */
  readonly maxWidth?: number;
}

/**
 * The probability that uniform sampling draws no missed entity in a sentence.
 *
 *     q = Π_{0≤i<⌈λn⌉} (1 − |ŷ| / (N − m − i)),   N = n(n+1)/2
 *
 * `n` words, `m` labelled entities, `ŷ` missed ones, rate `λ`. [WNS, Eq. 6] The paper draws from all spans of a sentence.
 * A sampler that draws from those of at most w words only has N = w(n − w) + w(w+1)/2: give it as `maxWidth`, and count
 * only entities that are not wider.
 */
export function cleanDrawProbability({
  words,
  labelled,
  hidden,
  rate,
  maxWidth,
}: Draw & { readonly labelled: number; readonly hidden: number }): number {
  if (hidden <= 0) return 1;
  const candidates = spansIn(words, maxWidth) - labelled;
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
 *     q > 1 − 4λ√n / (n − 1)                            of all spans
 *     q ≥ 1 − ⌈λn⌉√n / (N − ⌈λn⌉ + 1)                   of the N spans of at most `maxWidth` words
 *
 * [WNS, Eq. 11] It assumes m + |ŷ| ≤ √n (Eq. 5) and 1/n ≤ λ ≤ 1. The second line is the paper's Eq. 8 with another N, each of its
 * factors replaced by the last, and (1 − a)^b ≥ 1 − ab as in Eq. 10. For short sentences the formula falls below 0
 * and says nothing; the result is 0 then.
 */
export function cleanDrawLowerBound({ words, rate, maxWidth }: Draw): number {
  if (words < 2) return 0;
  if (maxWidth === undefined) return Math.max(0, 1 - (4 * rate * Math.sqrt(words)) / (words - 1));
  const draws = ceilProduct(rate, words);
  const left = spansIn(words, maxWidth) - draws + 1;
  return left <= 0 ? 0 : Math.max(0, 1 - (draws * Math.sqrt(words)) / left);
}

/**
 * The share of the true negatives of a sentence that is drawn, at most.
 *
 *     ⌈λn⌉ / (N − (m + |ŷ|)) ≤ 2 / (n − 3)               [WNS, Eq. 13]
 *
 * The left side with the spans that there are, N as above; the right side is the paper's bound for all spans, λ ≤ 1.
 * 1 where all are drawn.
 */
export function drawnShare({
  words,
  entities,
  rate,
  maxWidth,
}: Draw & { readonly entities: number }): number {
  const negatives = spansIn(words, maxWidth) - entities;
  const draws = ceilProduct(rate, words);
  return draws >= negatives ? 1 : draws / negatives;
}
