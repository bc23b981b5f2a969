import type { Sentence } from "../../data/index.ts";
import { type Entity, entityKey, isCompleteFor, overlaps, spanKey } from "../../data/index.ts";
import { overlapFilter } from "../../models/index.ts";
import type { Candidate } from "../predict/predictions.ts";
/** A candidate that stands against no better one, and what the labels say about it. */
export interface ChosenSpan extends Candidate {
  /** The position of its sentence. */
  readonly sentence: number;
  /**
   * What the labels say: it is labelled just so; it is free, nothing contradicts it; or it is denied by a label that
   * cannot stand beside it.
   */
  readonly state: "labelled" | "free" | "denied";
  /** Whether the sentence is known to have all labels of this type: what is not labelled is none. */
  readonly isComplete: boolean;
  /**
   * Whether it shares words with a candidate that the model is surer of, or with a labelled entity that it may stand
   * beside; both only where entities nest. Parts of names have high scores and seldom are entities, so they are counted
   * apart.
   */
  readonly isSecond: boolean;
  /**
   * Whether it lies where a label is, right or wrong, or where none is; undefined where that cannot be said because
   * labels of several entities meet. Of spans that lie on entities, labelled or missed, the share on labelled ones is
   * the share of entities that is labelled, even where the model has the boundaries wrong.
   */
  readonly isOnLabel: boolean | undefined;
  /** What the labels of the same words elsewhere say, where that can be learnt from; see surface-groups.ts. */
  readonly surface?: "known" | "unlike";
  /** `false` where its label, or that it has none, follows from labels of the same words elsewhere: nothing is learnt from it. */
  readonly isCounted?: boolean;
}

/** Spans of a group have one meaning of scores. */
export type SpanGroup = "first" | "second" | "known" | "unlike";

export function groupOf({ isSecond, surface }: Pick<ChosenSpan, "isSecond" | "surface">): SpanGroup {
  return isSecond ? "second" : (surface ?? "first");
}

export interface ChooseOptions {
  /** Whether entities of this data may lie within others. */
  readonly nested: boolean;
  /** What candidates are chosen by, highest first; default: their score. It must not know the label of the place. */
  readonly rank?: (candidate: Candidate) => number;
}

/**
 * The spans of a sentence that an audit compares with its labels: of candidates that exclude each other, those the model
 * is surest of.
 *
 * The choice does not look at the labels. So an entity that was labelled and one that was missed have the same chance to
 * be among them, and can be compared.
 */
export function chooseCandidates(
  sentence: Pick<Sentence, "entities" | "completeness" | "outside">,
  position: number,
  candidates: readonly Candidate[],
  { nested, rank = ({ score }) => score }: ChooseOptions,
): ChosenSpan[] {
  const outside = sentence.outside ?? [];
  const isKept = overlapFilter({ mode: nested ? "nested" : "flat", crossing: false });
  const isFirst = overlapFilter({ mode: "flat" });
  const taken = new Set<string>();
  const chosen: ChosenSpan[] = [];
  for (const candidate of bestFirst(candidates, rank)) {
    // One label for a span, even where spans may nest.
    if (taken.has(spanKey(candidate)) || !isKept(candidate)) continue;
    taken.add(spanKey(candidate));
    const isFirstHere = isFirst(candidate);
    const touched = sentence.entities.filter((entity) => overlaps(candidate, entity));
    const others = touched.filter((entity) => entityKey(entity) !== entityKey(candidate));
    const isLabelled = others.length < touched.length;
    // Words that are known to be outside make it no entity, whatever the score.
    if (!isLabelled && outside.some((word) => candidate.start <= word && word < candidate.end)) continue;
    const isDenied = others.some((entity) => contradicts(candidate, entity, nested));
    // Beside a label of the same type it is most likely that entity, with the boundaries wrong.
    const isVariant = isDenied || others.some(({ label }) => label === candidate.label);
    const state = isLabelled ? "labelled" : isDenied ? "denied" : "free";
    chosen.push({
      ...candidate,
      sentence: position,
      state,
      isComplete: isCompleteFor(sentence.completeness, candidate.label),
      isSecond: !isFirstHere || (others.length > 0 && !isDenied),
      isOnLabel: !isFirstHere ? undefined : isVariant ? true : others.length > 0 ? undefined : isLabelled,
    });
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

/** By falling rank; of equals, the surest, then the first in the text, then by label. */
function bestFirst(candidates: readonly Candidate[], rank: (candidate: Candidate) => number): Candidate[] {
  const ranks = new Map(candidates.map((candidate) => [candidate, rank(candidate)]));
  return candidates.toSorted(
    (a, b) =>
      ranks.get(b)! - ranks.get(a)! ||
      b.score - a.score ||
      a.start - b.start ||
      a.end - b.end ||
      (a.label < b.label ? -1 : a.label > b.label ? 1 : 0),
  );
}
