import type { Sentence } from "../data/index.ts";
import { compareEntities, type Entity, isCompleteFor, overlaps, type Span } from "../data/index.ts";
import type { Dictionary } from "./dictionary.ts";
import type { Match } from "./matcher/settle-matches.ts";

/** What happens to existing labels. */
export interface LabelOptions {
  /**
   * `replace`: only the dictionary's labels remain. `keep`: they stay, and a hit is added only where it
   * contradicts nothing: not over a labelled entity, not on a word known to lie outside, not of a label for
   * which the sentence says it is complete. `extend`: as `keep`, but a hit that covers labelled entities of its own
   * label takes their place: `myocardial infarction` that of `infarction`.
   */
  readonly existing?: "replace" | "keep" | "extend";
  /** The dictionary's matches in this sentence, if they are known already. */
  readonly matches?: readonly Match[];
}

/**
 * Labels a sentence by dictionary. The result is partial: what no phrase matched is unknown, not negative. Entities
 * from the dictionary carry their `entry`, so that the origin of a label can be traced.
 */
export function labelSentence(
  sentence: Sentence,
  dictionary: Dictionary,
  options: LabelOptions = {},
): Sentence {
  const matches = options.matches ?? dictionary.match(sentence.tokens);
  const { entities: old, completeness, hidden, unknown, outside, ...rest } = sentence;
  const existing = options.existing ?? "replace";
  if (existing === "replace") {
    return { ...rest, entities: matches, completeness: "partial" };
  }
  // A list of complete labels is a statement about those labels and still holds; plain "complete" cannot.
  const stillComplete = typeof completeness === "string" ? ("partial" as const) : completeness;
  const givesWay = (entity: Entity, match: Match) =>
    existing === "extend" && entity.label === match.label && isWithin(entity, match);
  const added = matches.filter(
    (match) =>
      !isCompleteFor(stillComplete, match.label) &&
      !old.some((entity) => overlaps(entity, match) && !givesWay(entity, match)) &&
      !outside?.some((word) => match.start <= word && word < match.end),
  );
  const kept = old.filter((entity) => !added.some((match) => givesWay(entity, match)));
  return {
    ...sentence,
    entities: [...kept, ...added].sort(compareEntities),
    completeness: stillComplete,
  };
}

/** Whether a span lies in a longer one. */
function isWithin(inner: Span, outer: Span): boolean {
  return (
    outer.start <= inner.start && inner.end <= outer.end && inner.end - inner.start < outer.end - outer.start
  );
}
