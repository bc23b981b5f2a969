import type { Sentence } from "../../data/index.ts";
import { type Entity, entityKey, spanKey } from "../../data/index.ts";
import { type ChosenSpan, contradicts } from "../calibrate/choose-candidates.ts";
import type { EntityProbability } from "../calibrate/entity-probability.ts";
import type { LabelErrorProbability } from "../calibrate/label-errors.ts";
import type { Candidate } from "../predict/predictions.ts";

/** A labelled entity in whose place a model would rather see another. */
interface WrongLabel {
  readonly was: Entity;
  readonly instead: Candidate;
  readonly reason: "type" | "boundary";
  /** By the scores of the model alone. */
  readonly probability: number;
}

export interface WrongLabelOptions {
  readonly probability: EntityProbability;
  readonly labelError: LabelErrorProbability;
  /** Labels that the model knows; it cannot speak about others. */
  readonly labels: ReadonlySet<string>;
  /** The widest span that it can see; null for no limit. */
  readonly widest: number | null;
  readonly nested: boolean;
}

/**
 * The labelled entities of a sentence that are probably of another type, or have other boundaries: a span that the model
 * chose excludes the entity, the model may be believed against a label at that score, and the entity itself is unlikely.
 *
 *     P = P(label wrong | score of the other) · (1 − P(entity | own score))
 *
 * For each entity the likeliest span is given that contradicts no other label.
 *
 * @param chosen the spans that were chosen in this sentence
 * @param candidates all of the sentence
 */
export function wrongLabels(
  { entities }: Pick<Sentence, "entities">,
  chosen: readonly ChosenSpan[],
  candidates: readonly Candidate[],
  { probability, labelError, labels, widest, nested }: WrongLabelOptions,
): WrongLabel[] {
  const best = new Map<Entity, WrongLabel>();
  for (const instead of chosen) {
    if (instead.state !== "denied" || instead.isSecond) continue;
    const denied = entities.filter((entity) => contradicts(instead, entity, nested));
    const [was] = denied;
    if (was === undefined || denied.length > 1) continue;
    // Of what the model does not know or see, its silence says nothing.
    if (!labels.has(was.label) || (widest !== null && was.end - was.start > widest)) continue;
    const own = candidates.find((candidate) => entityKey(candidate) === entityKey(was));
    const doubt = 1 - (own === undefined ? 0 : probability.at(was.label, own.score));
    const found = labelError(instead.label, instead.score) * doubt;
    if (found <= (best.get(was)?.probability ?? 0)) continue;
    const reason = spanKey(instead) === spanKey(was) ? "type" : "boundary";
    best.set(was, { was, instead, reason, probability: found });
  }
  return [...best.values()];
}
