import { UserError } from "../errors.ts";
import type { Random } from "../random.ts";
import type { Sentence } from "./sentence.ts";

/** A split of a corpus and its share of the sentences. */
export interface SplitShare {
  readonly name: string;
  readonly share: number;
}

/** What must stay together in one split: the sentence's document within its source, or the sentence alone. */
export function splitGroup(sentence: Sentence, index: number): string {
  return sentence.doc === undefined ? `#${index}` : `${sentence.source}\u0000${sentence.doc}`;
}

/**
 * Assigns groups of sentences (documents, or single sentences) to splits, so that each split gets
 * its share of sentences as nearly as whole groups allow. Groups are assigned in seeded random order,
 * each to the split that is furthest behind.
 *
 * @param sizes sentences in each group
 * @returns the name of the split of each group
 */
export function assignSplits(
  sizes: ReadonlyMap<string, number>,
  shares: readonly SplitShare[],
  random: Random,
): Map<string, string> {
  const total = shares.reduce((sum, { share }) => sum + share, 0);
  if (shares.length === 0 || !shares.every(({ share }) => share > 0)) {
    throw new UserError("every split needs a share above 0");
  }
  let sentences = 0;
  for (const size of sizes.values()) sentences += size;
  const missing = shares.map(({ name, share }) => ({ name, wanted: (share / total) * sentences }));

  const assigned = new Map<string, string>();
  for (const [group, size] of random.shuffled([...sizes])) {
    const split = missing.reduce((most, next) => (next.wanted > most.wanted ? next : most));
    split.wanted -= size;
    assigned.set(group, split.name);
  }
  return assigned;
}
