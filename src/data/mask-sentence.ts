import type { Random } from "../random.ts";
import type { Sentence } from "./sentence.ts";
import { compareEntities, type Entity } from "./span.ts";

/**
 * Removes each entity with the same probability, independently, to simulate an annotator
 * who misses some. What was removed is kept as `hidden`, which only diagnostics read, and the
 * sentence becomes partial: an unlabelled span may now be a missed entity. [WNS, §2.2]
 */
export function maskSentence(sentence: Sentence, probability: number, random: Random): Sentence {
  const entities: Entity[] = [];
  const hidden: Entity[] = [...(sentence.hidden ?? [])];
  for (const entity of sentence.entities) {
    if (random.uniform() < probability) hidden.push(entity);
    else entities.push(entity);
  }
  // With probability 0 nothing was removed, so a complete sentence stays complete.
  const completeness = probability === 0 ? sentence.completeness : "partial";
  return { ...sentence, entities, hidden: hidden.sort(compareEntities), completeness };
}
