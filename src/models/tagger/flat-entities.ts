import { compareEntities, type Entity, overlaps } from "../../data/index.ts";
/**
 * Chooses entities that share no word, as one tag per word can say them: the longest first, of equals the first in
 * reading order. So of nested entities the outermost is kept.
 *
 * @returns the entities kept, in reading order, and how many were lost
 */
export function flatEntities(entities: readonly Entity[]): {
  readonly kept: readonly Entity[];
  readonly lost: number;
} {
  const inOrder = entities.toSorted(compareEntities);
  // The usual case, which needs no choice.
  if (inOrder.every(({ start }, i) => (inOrder[i - 1]?.end ?? 0) <= start)) {
    return { kept: inOrder, lost: 0 };
  }
  const kept: Entity[] = [];
  for (const entity of inOrder.toSorted((a, b) => b.end - b.start - (a.end - a.start))) {
    if (!kept.some((other) => overlaps(entity, other))) kept.push(entity);
  }
  return { kept: kept.sort(compareEntities), lost: entities.length - kept.length };
}
