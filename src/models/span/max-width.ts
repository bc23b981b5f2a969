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
 * Chooses the widest span a model looks at: `wanted` words, or those of the longest training entity.
 *
 * @param wanted null for the longest training entity; a number is taken as it is, wider than any entity or not
 * @param atLeast what a model that goes on from another must be able to look at
 * @param atMost how far the longest training entity counts where nothing is wanted
 */
export function maxWidth(
  sentences: Iterable<Pick<Sentence, "entities">>,
  wanted: number | null = null,
  atLeast = 1,
  atMost = Number.POSITIVE_INFINITY,
): MaxWidth {
  if (wanted !== null && !(wanted >= 1))
    throw new Error(`spans must be allowed at least one word, not ${wanted}`);
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
  const width = Math.max(atLeast, Math.floor(wanted ?? Math.min(longest, atMost)));
  const lost = counts.reduce((sum, count, words) => (words > width ? sum + count : sum), 0);
  return { width, longest, entities, lost };
}
