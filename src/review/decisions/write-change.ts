import type { ReviewDatabase } from "../store/database.ts";
import { statement } from "../store/statement.ts";
import type { Change } from "./history-table.ts";

/** Applies one change to the tables of the current state. Call it within a transaction. */
export function writeChange(db: ReviewDatabase, { suggestion, sentence, before, after }: Change): void {
  if (suggestion !== undefined) {
    statement(db, "UPDATE suggestions SET status = ? WHERE id = ?").run(after?.status ?? "open", suggestion);
    if (after === null) {
      statement(db, "DELETE FROM decisions WHERE suggestion = ?").run(suggestion);
      return;
    }
    const { status, start, end, label, who, at } = after;
    statement(
      db,
      'INSERT OR REPLACE INTO decisions (suggestion, sentence, status, start, "end", label, who, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    ).run(suggestion, sentence, status, start, end, label, who, at);
    return;
  }
  const { start, end, label } = (after ?? before)!;
  if (after === null) {
    statement(db, 'DELETE FROM edits WHERE sentence = ? AND start = ? AND "end" = ? AND label = ?').run(
      sentence,
      start,
      end,
      label,
    );
    return;
  }
  statement(
    db,
    'INSERT OR REPLACE INTO edits (sentence, start, "end", label, status, who, at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  ).run(sentence, start, end, label, after.status, after.who, after.at);
}
