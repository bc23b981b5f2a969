import type { Span } from "../data/index.ts";
import type { Random } from "../random.ts";
import type { CandidateSpans } from "./candidate-spans.ts";
import { distinctBelow } from "./distinct-below.ts";
import { drawCount } from "./negative-rate.ts";

/**
 * Draws the spans to be trained as "not an entity": `⌈λn⌉` of the unlabelled spans of an `n`-word
 * sentence, uniformly, without replacement; in reading order.
 *
 * Most unlabelled spans are true negatives, so a small draw seldom contains a missed entity. [WNS, §2.4]
 *
 * The authors' code draws `⌊λn⌋ + 1`, one more whenever `λn` is whole; we follow the paper.
 */
export function uniformNegatives(candidates: CandidateSpans, rate: number, random: Random): Span[] {
  const drawn = distinctBelow(candidates.count, drawCount(rate, candidates), random);
  return Array.from(drawn, (index) => candidates.at(index));
}
