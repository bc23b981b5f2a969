import type { Sentence } from "../../data/index.ts";

/** How wide the spans of a model may be, and what that costs. */
export interface MaxWidth {
  /** The most words that a span may have. */
  readonly width: number;
  /** The words of the longest training entity; 0 without entities. */
  readonly longest: number;
  readonly entities: number;
  /** Entities that are wider than `width`: the model can neither learn nor find them. To be reported. */
  readonly lost: number;
}

/**
 * Chooses the widest span a model looks at: the longest training entity, or `cap` where that is less.
 *
 * @param cap null for no limit
 * @param atLeast what a model that goes on from another must be able to look at
 */
export function maxWidth(
  sentences: Iterable<Pick<Sentence, "entities">>,
  cap: number | null = null,
  atLeast = 1,
): MaxWidth {
  if (cap !== null && !(cap >= 1)) throw new Error(`spans must be allowed at least one word, not ${cap}`);
  /** How many entities have each number of words. */
  const counts: number[] = [];
  let entities = 0;
  for (const sentence of sentences) {
    for (const { start, end } of sentence.entities) {
      counts[end - start] = (counts[end - start] ?? 0) + 1;
      entities++;
    }
  }
  const longest = Math.max(0, counts.length - 1);
  // Without any entity there is nothing to go by, and a model of single words is the cheapest.
  const width = Math.max(atLeast, Math.min(longest, Math.floor(cap ?? longest)));
  const lost = counts.reduce((sum, count, words) => (words > width ? sum + count : sum), 0);
  return { width, longest, entities, lost };
}
