import { ceilProduct } from "../../ceil-product.ts";
import { type Span, spansIn } from "../../data/index.ts";
import { entryAt } from "../../entries.ts";
import type { Random } from "../../random.ts";

interface NonEntitySpansOptions {
  /** γ: how many spans are drawn for each word of the sentence. */
  readonly rate: number;
  /** The widest span in words. */
  readonly maxWidth: number;
}

/**
 * Draws the spans of a sentence that are taught as a type of their own, "no entity": ⌈γs⌉ of an `s`-word sentence, or
 * as many as there is room for. They are made only of free words, and no two share one. [PU2, Eq. 3]
 *
 * Each is drawn uniformly from all spans that are left. The paper does not say what happens when two overlap; one word
 * has one tag, so they cannot.
 *
 * @param free for each word, 1 where it may be part of a span
 */
export function nonEntitySpans(
  free: ArrayLike<number>,
  { rate, maxWidth }: NonEntitySpansOptions,
  random: Random,
): Span[] {
  const runs = freeRuns(free);
  const drawn: Span[] = [];
  for (let left = ceilProduct(rate, free.length); left > 0; left--) {
    const counts = runs.map(({ start, end }) => spansIn(end - start, maxWidth));
    const all = counts.reduce((sum, count) => sum + count, 0);
    if (all === 0) break;
    let at = random.below(all);
    const run = counts.findIndex((count) => {
      if (at < count) return true;
      at -= count;
      return false;
    });
    const { start, end } = entryAt(runs, run);
    const span = spanAt(start, end, at, maxWidth);
    drawn.push(span);
    runs.splice(run, 1, { start, end: span.start }, { start: span.end, end });
  }
  return drawn.sort((a, b) => a.start - b.start);
}

function freeRuns(free: ArrayLike<number>): Span[] {
  const runs: Span[] = [];
  for (let start = 0; start < free.length; start++) {
    if (free[start] === 0) continue;
    let end = start + 1;
    while (end < free.length && free[end] !== 0) end++;
    runs.push({ start, end });
    start = end;
  }
  return runs;
}

/** The span with number `at` between two words, narrow ones first. */
function spanAt(start: number, end: number, at: number, maxWidth: number): Span {
  let rest = at;
  for (let width = 1; width <= maxWidth; width++) {
    const places = end - start - width + 1;
    if (rest < places) return { start: start + rest, end: start + rest + width };
    rest -= places;
  }
  throw new Error(`there is no span ${at} between words ${start} and ${end}`);
}
