import type { Entity } from "../../data/index.ts";
import { textOf } from "../../data/index.ts";
import type { ChangedTo, SuggestionItem } from "../api.ts";
import type { ReviewDatabase } from "../store/database.ts";
import { statement } from "../store/statement.ts";
import type { Change, StoredState } from "./history-table.ts";
import { readSentence } from "./reviewed-sentences.ts";
import { readSuggestions } from "./suggestion-queries.ts";

/** Whose change it is. */
export type By = Pick<StoredState, "who" | "at">;

/** The change of a suggestion to another state; null: open. */
export function suggestionChange(item: SuggestionItem, after: ChangedTo | null, by: By): Change {
  const { id: suggestion, sentence, text, decision } = item;
  return { suggestion, sentence, text, before: decision ?? null, after: after && { ...after, ...by } };
}

/** The change of an entity that belongs to no suggestion; null: as in the data and the suggestions. */
export function editChange(
  db: ReviewDatabase,
  sentence: number,
  { start, end, label }: Entity,
  status: "added" | "removed" | null,
  by: By,
): Change {
  const place = { start, end, label };
  const { text, offsets } = textOf(readSentence(db, sentence));
  return {
    sentence,
    text: text.slice(offsets[start]![0], offsets[end - 1]![1]),
    before: readEdit(db, sentence, place),
    after: status && { ...place, status, ...by },
  };
}

/** The change that restores an entity which was removed by hand; none if it was not. */
export function withoutRemoval(db: ReviewDatabase, sentence: number, entity: Entity, by: By): Change[] {
  const isRemoved = readEdit(db, sentence, entity)?.status === "removed";
  return isRemoved ? [editChange(db, sentence, entity, null, by)] : [];
}

/** The current state of what a change is about. */
export function stateNow(
  db: ReviewDatabase,
  { suggestion, sentence, before, after }: Change,
): StoredState | null {
  if (suggestion === undefined) return readEdit(db, sentence, (before ?? after)!);
  return readSuggestions(db, [suggestion])[0]?.decision ?? null;
}

function readEdit(db: ReviewDatabase, sentence: number, { start, end, label }: Entity): StoredState | null {
  const row = statement(
    db,
    'SELECT status, who, at FROM edits WHERE sentence = ? AND start = ? AND "end" = ? AND label = ?',
  ).get(sentence, start, end, label) as Pick<StoredState, "status" | "who" | "at"> | undefined;
  return row === undefined ? null : { start, end, label, status: row.status, who: row.who, at: row.at };
}
