import { ceilProduct } from "../ceil-product.ts";
import type { Completeness } from "../data/index.ts";

/**
 * How many negatives to draw per word: one rate for all sentences, or one per kind of source, so that
 * carefully annotated and distantly labelled files can train together.
 */
type NegativeRate = number | RatesBySource;

interface RatesBySource {
  readonly complete: number;
  readonly partial: number;
  /**
   * For sentences that are complete for some labels only. Default: as `complete`. Their other labels
   * are masked out of the loss, so a negative says nothing about those.
   */
  readonly listed?: number | undefined;
}

/** The rate for a sentence of this completeness. */
export function rateFor(rate: NegativeRate, completeness: Completeness): number {
  if (typeof rate === "number") return rate;
  if (typeof completeness === "string") return rate[completeness];
  return rate.listed ?? rate.complete;
}

/** `⌈rate·words⌉`, but no more than there are candidates. */
export function drawCount(
  rate: number,
  { words, count }: { readonly words: number; readonly count: number },
): number {
  if (!(rate >= 0)) throw new RangeError(`the rate of negatives must be 0 or more, got ${rate}`);
  return Math.min(ceilProduct(rate, words), count);
}
