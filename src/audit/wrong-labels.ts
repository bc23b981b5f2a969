import { type Entity, entityKey, overlaps, type Sentence, spanKey } from "../data/index.ts";
import { contradicts } from "./choose-candidates.ts";
import type { EntityProbability } from "./entity-probability.ts";
import type { Candidate } from "./judgements.ts";

/** A labelled entity in whose place a model would rather see another. */
export interface WrongLabel {
  readonly was: Entity;
  readonly instead: Candidate;
  readonly reason: "type" | "boundary";
  readonly probability: number;
}

export interface WrongLabelOptions {
  readonly probability: EntityProbability;
  /** Labels that the model knows; it cannot speak about others. */
  readonly labels: ReadonlySet<string>;
  /** The widest span that it can see; null for no limit. */
  readonly widest: number | null;
  readonly nested: boolean;
  /** Less likely ones are not of interest. */
  readonly floor: number;
}

/**
 * The labelled entities of a sentence that are probably of another type, or have other boundaries: a candidate that
 * excludes the entity is likely, and the entity itself is not.
 *
 *     P = P(entity | score of the other) · (1 − P(entity | own score))
 *
 * For each entity the likeliest candidate is given that contradicts no other label.
 *
 * @param candidates all of the sentence, whether they exclude each other or not
 */
export function wrongLabels(
  { entities, outside = [] }: Pick<Sentence, "entities" | "outside">,
  candidates: readonly Candidate[],
  { probability, labels, widest, nested, floor }: WrongLabelOptions,
): WrongLabel[] {
  const scores = new Map(candidates.map((candidate) => [entityKey(candidate), candidate.score]));
  const labelled = new Set(entities.map(entityKey));
  return entities.flatMap((was): WrongLabel[] => {
    // Of what the model does not know or see, its silence says nothing.
    if (!labels.has(was.label) || (widest !== null && was.end - was.start > widest)) return [];
    const own = scores.get(entityKey(was));
    const doubt = 1 - (own === undefined ? 0 : probability.at(was.label, own));
    let best: WrongLabel | undefined;
    for (const instead of candidates) {
      if (!overlaps(instead, was) || !contradicts(instead, was, nested)) continue;
      const found = probability.at(instead.label, instead.score) * doubt;
      if (found < floor || (best !== undefined && found <= best.probability)) continue;
      if (labelled.has(entityKey(instead))) continue;
      if (entities.some((other) => other !== was && contradicts(instead, other, nested))) continue;
      if (outside.some((word) => instead.start <= word && word < instead.end)) continue;
      const reason = spanKey(instead) === spanKey(was) ? "type" : "boundary";
      best = { was, instead, reason, probability: found };
    }
    return best === undefined ? [] : [best];
  });
}
