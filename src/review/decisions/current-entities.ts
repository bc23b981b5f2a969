import { compareEntities, type Entity, entityKey } from "../../data/index.ts";
import type { CurrentEntity, Decision } from "../api.ts";

/** A decided suggestion and the entity it changes. */
interface DecidedSuggestion {
  readonly id: number;
  /** The entity it replaces; absent for missed entities. */
  readonly was?: Entity;
  readonly decision: Pick<Decision, "status" | "start" | "end" | "label">;
}

/** An entity that a reviewer added or removed without a suggestion. */
export interface Edit extends Entity {
  readonly status: "added" | "removed";
}

/**
 * The entities of a sentence as reviewers left them, in reading order: those of the data, then what accepted and changed
 * suggestions make of them, in order of rank, then edits by hand.
 */
export function currentEntities(
  labelled: readonly Entity[],
  suggestions: readonly DecidedSuggestion[],
  edits: readonly Edit[],
): CurrentEntity[] {
  const entities = new Map<string, CurrentEntity>();
  for (const entity of labelled) entities.set(entityKey(entity), { ...entity, source: "data" });
  for (const { id, was, decision } of suggestions.toSorted((a, b) => a.id - b.id)) {
    if (decision.status === "rejected") continue;
    const { start, end, label } = decision;
    if (was !== undefined) entities.delete(entityKey(was));
    const key = entityKey(decision);
    if (!entities.has(key)) entities.set(key, { start, end, label, source: "suggestion", suggestion: id });
  }
  for (const edit of edits) {
    const { start, end, label, status } = edit;
    const key = entityKey(edit);
    if (status === "removed") entities.delete(key);
    else if (!entities.has(key)) entities.set(key, { start, end, label, source: "reviewer" });
  }
  return [...entities.values()].sort(compareEntities);
}
