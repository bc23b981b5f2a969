import type { Entity, SuggestionItem } from "../../../../../src/review/api.ts";

/** An edited suggestion that is not decided yet, or a new entity being placed. */
export interface Draft extends Entity {
  readonly kind: "change" | "add";
}

/** The entity that accepting would label. */
export function proposed(suggestion: SuggestionItem, draft: Draft | undefined): Entity {
  if (draft !== undefined) return { start: draft.start, end: draft.end, label: draft.label };
  const { start, end, label } =
    suggestion.status === "changed" && suggestion.decision ? suggestion.decision : suggestion;
  return { start, end, label };
}

/** Whether an entity differs from what was suggested, so that accepting it is a change. */
export function isChange(suggestion: SuggestionItem, entity: Entity): boolean {
  return !sameEntity(suggestion, entity);
}

/** Whether words and label agree. */
export function sameEntity(a: Entity, b: Entity): boolean {
  return a.start === b.start && a.end === b.end && a.label === b.label;
}
