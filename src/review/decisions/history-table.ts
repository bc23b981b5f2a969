import type { Entity } from "../../data/index.ts";
import type { ChangedTo, HistoryAction, HistoryChange, HistoryEntry, HistoryPage } from "../api.ts";
import type { ReviewDatabase } from "../store/database.ts";
import { statement } from "../store/statement.ts";

/** The stored state of a suggestion or an entity. */
export interface StoredState extends ChangedTo {
  readonly who: string;
  readonly at: string;
}

/**
 * One change: of a suggestion, or of an entity that belongs to none. Null before or after: open, or as in the data.
 * For an entity, at least one of the two is not null and identifies it.
 */
export interface Change {
  readonly sentence: number;
  readonly suggestion?: number;
  readonly text: string;
  readonly before: StoredState | null;
  readonly after: StoredState | null;
}

/** An entry as it is stored, with all its changes. */
export interface StoredEntry
  extends Pick<HistoryEntry, "id" | "at" | "who" | "action" | "count" | "undoes" | "undoneBy"> {
  /** At least one. */
  readonly changes: readonly Change[];
}

/** How many changes of an entry are listed in the history. */
const LISTED = 20;

interface Row {
  readonly id: number;
  readonly at: string;
  readonly who: string;
  readonly action: HistoryAction;
  readonly count: number;
  readonly changes: string;
  readonly undoes: number | null;
  readonly undone_by: number | null;
}

const select = (changes: "changes" | "told") =>
  `SELECT h.id, h.at, h.who, h.action, h.count, h.${changes} AS changes, h.undoes, u.id AS undone_by
   FROM history h LEFT JOIN history u ON u.undoes = h.id`;

const SELECT = select("changes");

/** Adds an entry and returns its id. Call it within the transaction that makes the changes. */
export function addHistory(
  db: ReviewDatabase,
  entry: {
    readonly at: string;
    readonly who: string;
    readonly action: HistoryAction;
    readonly changes: readonly Change[];
    readonly undoes?: number;
  },
): number {
  const { at, who, action, changes, undoes = null } = entry;
  const added = statement(
    db,
    "INSERT INTO history (at, who, action, count, changes, told, undoes) VALUES (?, ?, ?, ?, ?, ?, ?)",
  ).run(
    at,
    who,
    action,
    changes.length,
    JSON.stringify(changes),
    JSON.stringify(changes.slice(0, LISTED)),
    undoes,
  );
  return Number(added.lastInsertRowid);
}

/** A reviewer's last entry that is not undone. */
export function lastToUndo(db: ReviewDatabase, who: string): StoredEntry | undefined {
  const row = statement(
    db,
    `${SELECT} WHERE h.who = ? AND h.action <> 'undo' AND u.id IS NULL ORDER BY h.id DESC LIMIT 1`,
  ).get(who);
  return row === undefined ? undefined : entryOf(row as Row);
}

export function readEntry(db: ReviewDatabase, id: number): StoredEntry | undefined {
  const row = statement(db, `${SELECT} WHERE h.id = ?`).get(id);
  return row === undefined ? undefined : entryOf(row as Row);
}

/** Entries after an id, oldest first. */
export function entriesAfter(db: ReviewDatabase, id: number, count: number): StoredEntry[] {
  const rows = statement(db, `${SELECT} WHERE h.id > ? ORDER BY h.id LIMIT ?`).all(id, count);
  return (rows as Row[]).map(entryOf);
}

/** The id of the newest entry; 0 if there is none. */
export function newestEntry(db: ReviewDatabase): number {
  const { id } = statement(db, "SELECT max(id) AS id FROM history").get() as { id: number | null };
  return id ?? 0;
}

/** A part of the history, newest first. */
export function historyPage(
  db: ReviewDatabase,
  { from = 0, count, who }: { from?: number; count: number; who?: string | undefined },
): HistoryPage {
  const [own, values] = who === undefined ? ["", []] : ["WHERE h.who = ?", [who]];
  const rows = statement(db, `${select("told")} ${own} ORDER BY h.id DESC LIMIT ? OFFSET ?`).all(
    ...values,
    count,
    from,
  );
  const { total } = statement(db, `SELECT count(*) AS total FROM history h ${own}`).get(...values) as {
    total: number;
  };
  return { total, items: (rows as Row[]).map((row) => publicEntry(entryOf(row))) };
}

/** An entry as the API answers it: with its first changes only. */
function publicEntry({ changes, ...entry }: StoredEntry): HistoryEntry {
  const [{ sentence, suggestion, text, before, after }] = changes as [Change];
  return {
    ...entry,
    sentence,
    ...(suggestion !== undefined && { suggestion }),
    text,
    label: (after ?? before)!.label,
    changes: changes.slice(0, LISTED).map(publicChange),
  };
}

function publicChange({ before, after, ...change }: Change): HistoryChange {
  const publicState = (state: StoredState | null): ChangedTo | null =>
    state === null ? null : { status: state.status, start: state.start, end: state.end, label: state.label };
  return { ...change, before: publicState(before), after: publicState(after) };
}

/** Whether two states are the same, whoever decided them. */
export function sameState(a: ChangedTo | null, b: ChangedTo | null): boolean {
  if (a === null || b === null) return a === b;
  return a.status === b.status && samePlace(a, b);
}

export function samePlace(a: Entity, b: Entity): boolean {
  return a.start === b.start && a.end === b.end && a.label === b.label;
}

function entryOf({ id, at, who, action, count, changes, undoes, undone_by }: Row): StoredEntry {
  return {
    id,
    at,
    who,
    action,
    count,
    changes: JSON.parse(changes) as Change[],
    ...(undoes !== null && { undoes }),
    ...(undone_by !== null && { undoneBy: undone_by }),
  };
}
