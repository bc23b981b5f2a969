import { type Entity, entityKey, isComplete, isCompleteFor, overlaps, type Sentence } from "../data/index.ts";

/** The unique predictions of a sentence: those that can be right or wrong, and those that are ignored. */
interface ScoredEntities {
  readonly scored: readonly Entity[];
  readonly ignored: readonly Entity[];
}

/**
 * Separates the predictions that lie on what the gold labels leave unknown: they are
 * neither right nor wrong. The first rule that applies decides.
 *
 * 1. The prediction is a gold entity (same words, same label): scored, and right.
 * 2. It covers a word marked `outside`: scored. No entity can contain that word.
 * 3. It covers a word marked `unknown`: ignored, as in spaCy. This holds in complete sentences too.
 * 4. The sentence is complete for the prediction's label: scored.
 * 5. It shares a word with a gold entity of any label: scored. Overlap alone is no contradiction
 *    where entities nest, but a wrong boundary or a wrong type must count even if the
 *    sentence is partial.
 * 6. Else it covers only words about which nothing is known: ignored.
 *
 * Take `Mrs Jordan flew to New York City today`, partial, with gold `New York` LOC and
 * `today` marked outside:
 *
 *     New York       LOC   right                  (1)
 *     City today     LOC   wrong                  (2)
 *     New York City  LOC   wrong                  (5)
 *     New York       ORG   wrong                  (5)
 *     Jordan         PER   ignored                (6), but wrong (4) if the sentence is `complete=PER`
 *     New York City  LOC   ignored                (3), if `City` is marked unknown
 *
 * What masking took out (`hidden`) is never used.
 */
export function scoredEntities(gold: Sentence, predicted: readonly Entity[]): ScoredEntities {
  const unique = uniqueEntities(predicted);
  if (isComplete(gold.completeness) && !gold.unknown?.length) return { scored: unique, ignored: [] };

  const right = new Set(gold.entities.map(entityKey));
  const unknown = new Set(gold.unknown);
  const outside = new Set(gold.outside);
  const scored: Entity[] = [];
  const ignored: Entity[] = [];
  for (const entity of unique) {
    const known =
      right.has(entityKey(entity)) ||
      covers(entity, outside) ||
      (!covers(entity, unknown) &&
        (isCompleteFor(gold.completeness, entity.label) ||
          gold.entities.some((other) => overlaps(other, entity))));
    (known ? scored : ignored).push(entity);
  }
  return { scored, ignored };
}

/** The entities without duplicates; the first of each is kept. */
export function uniqueEntities(entities: readonly Entity[]): readonly Entity[] {
  if (entities.length < 2) return entities;
  const byKey = new Map<string, Entity>();
  for (const entity of entities) {
    const key = entityKey(entity);
    if (!byKey.has(key)) byKey.set(key, entity);
  }
  return byKey.size === entities.length ? entities : [...byKey.values()];
}

function covers({ start, end }: Entity, words: ReadonlySet<number>): boolean {
  if (words.size === 0) return false;
  for (let word = start; word < end; word++) if (words.has(word)) return true;
  return false;
}
