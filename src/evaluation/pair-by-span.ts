import { compareEntities, type Entity, entityKey, type Sentence, spanKey } from "../data/index.ts";
import { scoredEntities, uniqueEntities } from "./scored-entities.ts";

/** The entities of one sentence, by how gold and prediction agree. Each is in one list only. */
interface SpanPairs {
  readonly right: readonly Entity[];
  /** Same words, other label. */
  readonly retyped: readonly { readonly gold: Entity; readonly predicted: Entity }[];
  /** Gold entities without a prediction on the same words. */
  readonly missed: readonly Entity[];
  /** Scored predictions without a gold entity on the same words. */
  readonly spurious: readonly Entity[];
  /** Predictions on unknown words. */
  readonly ignored: readonly Entity[];
}

/**
 * Pairs gold and predicted entities that cover the same words, one to one: equal labels first, then the rest in
 * the order of their labels.
 */
export function pairBySpan(sentence: Sentence, predictions: readonly Entity[]): SpanPairs {
  const { scored, ignored } = scoredEntities(sentence, predictions);
  const gold = uniqueEntities(sentence.entities).toSorted(compareEntities);
  const predicted = scored.toSorted(compareEntities);

  const goldKeys = new Set(gold.map(entityKey));
  const predictedKeys = new Set(predicted.map(entityKey));
  const unclaimed = new Map<string, Entity[]>();
  for (const entity of predicted) {
    if (goldKeys.has(entityKey(entity))) continue;
    const there = unclaimed.get(spanKey(entity));
    if (there === undefined) unclaimed.set(spanKey(entity), [entity]);
    else there.push(entity);
  }

  const right: Entity[] = [];
  const retyped: { gold: Entity; predicted: Entity }[] = [];
  const missed: Entity[] = [];
  for (const entity of gold) {
    if (predictedKeys.has(entityKey(entity))) {
      right.push(entity);
      continue;
    }
    const claim = unclaimed.get(spanKey(entity))?.shift();
    if (claim === undefined) missed.push(entity);
    else retyped.push({ gold: entity, predicted: claim });
  }
  return { right, retyped, missed, spurious: [...unclaimed.values()].flat(), ignored };
}
