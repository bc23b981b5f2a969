import { type Entity, entityKey, isCompleteFor, overlaps, type Sentence, spanKey } from "../data/index.ts";
import { spanKeeper } from "../models/span-keeper.ts";
import type { Candidate } from "./judgements.ts";

/** A candidate that stands against no better one, and what the labels say about it. */
export interface ChosenSpan extends Candidate {
  /** The position of its sentence. */
  readonly sentence: number;
  /** Labelled just so, or not (and in conflict with nothing that is). */
  readonly isLabelled: boolean;
  /** Whether the sentence is known to have all labels of this type: what is not labelled is none. */
  readonly isComplete: boolean;
  /**
   * Whether it shares words with a candidate that the model is surer of, or with a labelled entity beside itself; both
   * only where entities nest. Parts of names have high scores and seldom are entities, so they are counted apart.
   */
  readonly isSecond: boolean;
}

export interface ChooseOptions {
  /** Whether entities of this data may lie within others. */
  readonly nested: boolean;
}

/**
 * The spans of a sentence that an audit compares with its labels: of candidates that exclude each other, those the model
 * is surest of.
 *
 * The choice does not look at the labels. So an entity that was labelled and one that was missed have the same chance to
 * be among them, and can be compared. Only then are candidates dropped that contradict a label, since they were not
 * missed but judged otherwise.
 */
export function chooseCandidates(
  sentence: Pick<Sentence, "entities" | "completeness" | "outside">,
  position: number,
  candidates: readonly Candidate[],
  { nested }: ChooseOptions,
): ChosenSpan[] {
  const labelled = new Set(sentence.entities.map(entityKey));
  const outside = sentence.outside ?? [];
  const isKept = spanKeeper({ mode: nested ? "nested" : "flat", crossing: false });
  const isFirst = spanKeeper({ mode: "flat" });
  const taken = new Set<string>();
  const chosen: ChosenSpan[] = [];
  for (const candidate of bestFirst(candidates)) {
    // One label for a span, even where spans may nest.
    if (taken.has(spanKey(candidate)) || !isKept(candidate)) continue;
    taken.add(spanKey(candidate));
    const isFirstHere = isFirst(candidate);
    const isLabelled = labelled.has(entityKey(candidate));
    if (!isLabelled) {
      if (sentence.entities.some((entity) => contradicts(candidate, entity, nested))) continue;
      if (outside.some((word) => candidate.start <= word && word < candidate.end)) continue;
    }
    const isSecond =
      !isFirstHere ||
      sentence.entities.some(
        (entity) => overlaps(candidate, entity) && entityKey(entity) !== entityKey(candidate),
      );
    const isComplete = isCompleteFor(sentence.completeness, candidate.label);
    chosen.push({ ...candidate, sentence: position, isLabelled, isComplete, isSecond });
  }
  return chosen;
}

/** Whether two entities cannot both be right: they share words, or, where entities nest, cross or cover the same words. */
export function contradicts(a: Entity, b: Entity, nested: boolean): boolean {
  if (!overlaps(a, b)) return false;
  if (!nested || spanKey(a) === spanKey(b)) return true;
  const holds = (outer: Entity, inner: Entity) => outer.start <= inner.start && inner.end <= outer.end;
  return !holds(a, b) && !holds(b, a);
}

/** Whether entities of some sentence share words. */
export function isNested(sentences: readonly Pick<Sentence, "entities">[]): boolean {
  return sentences.some(({ entities }) =>
    entities.some((entity, i) => entities.slice(i + 1).some((other) => overlaps(entity, other))),
  );
}

/** By falling score; of equals, the first in the text, then by label. */
function bestFirst(candidates: readonly Candidate[]): Candidate[] {
  return candidates.toSorted(
    (a, b) =>
      b.score - a.score ||
      a.start - b.start ||
      a.end - b.end ||
      (a.label < b.label ? -1 : a.label > b.label ? 1 : 0),
  );
}
