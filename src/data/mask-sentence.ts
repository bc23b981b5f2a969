import type { Random } from "../random.ts";
import type { Sentence } from "./sentence.ts";
import { compareEntities, type Entity } from "./span.ts";

/**
 * Takes each entity out with the same probability, independently, to imitate an annotator
 * who misses some. What was taken is kept as `hidden`, where only diagnostics look, and the
 * sentence becomes partial: from now on an unlabelled span may be a missed entity. [WNS, §2.2]
 */
export function maskSentence(sentence: Sentence, probability: number, random: Random): Sentence {
  const entities: Entity[] = [];
  const hidden: Entity[] = [...(sentence.hidden ?? [])];
  for (const entity of sentence.entities) {
    if (random.uniform() < probability) hidden.push(entity);
    else entities.push(entity);
  }
  // With probability 0 nothing can have been taken, so what was complete still is.
  const completeness = probability === 0 ? sentence.completeness : "partial";
  return { ...sentence, entities, hidden: hidden.sort(compareEntities), completeness };
}
