import type { Evidence } from "../../audit/index.ts";
import type { Entity } from "../../data/index.ts";
import type { Counts, Decision, Status, SuggestionItem, SuggestionPage, SuggestionSort } from "../api.ts";
import { foldText, type ReviewDatabase } from "../store/database.ts";
import { statement } from "../store/statement.ts";

/** Which suggestions are wanted, and in which order. */
interface SuggestionQuery {
  readonly from: number;
  readonly count: number;
  readonly type?: string | undefined;
  readonly kind?: "missed" | "wrong" | undefined;
  readonly status?: Status | undefined;
  /** Words that the text of the span has in it. */
  readonly q?: string | undefined;
  readonly sort: SuggestionSort;
}

const orders: Readonly<Record<SuggestionSort, string>> = {
  // Ids are in order of rank.
  probability: "s.id",
  doubt: "abs(s.probability - 0.5), s.id",
  sentence: "s.sentence, s.start, s.id",
  label: "s.label, s.id",
  text: "s.folded, s.text, s.id",
  recent: "d.at DESC, s.id",
};

/** A part of the suggestions, and how many there are in all. */
export function listSuggestions(db: ReviewDatabase, query: SuggestionQuery): SuggestionPage {
  const { from, count, type, kind, status, q, sort } = query;
  const where: string[] = [];
  const values: string[] = [];
  const wants = (condition: string, value: string | undefined) => {
    if (value === undefined) return;
    where.push(condition);
    values.push(value);
  };
  wants("s.label = ?", type);
  wants("s.kind = ?", kind);
  wants("s.status = ?", status);
  wants("instr(s.folded, ?) > 0", q === undefined || q === "" ? undefined : foldText(q));
  const filter = where.length === 0 ? "" : `WHERE ${where.join(" AND ")}`;
  const { total } = statement(db, `SELECT count(*) AS total FROM suggestions s ${filter}`).get(...values) as {
    total: number;
  };
  const join = sort === "recent" ? "LEFT JOIN decisions d ON d.suggestion = s.id" : "";
  const ids = statement(
    db,
    `SELECT s.id FROM suggestions s ${join} ${filter} ORDER BY ${orders[sort]} LIMIT ? OFFSET ?`,
  ).all(...values, count, from) as { id: number }[];
  return {
    total,
    items: readSuggestions(
      db,
      ids.map(({ id }) => id),
    ),
  };
}

interface Row extends Entity {
  readonly id: number;
  readonly kind: "missed" | "wrong";
  readonly reason: "type" | "boundary" | null;
  readonly sentence: number;
  readonly probability: number;
  readonly suggested: number;
  readonly status: Status;
  readonly text: string;
  readonly was: string | null;
  readonly evidence: string | null;
  readonly d_status: Decision["status"] | null;
  readonly d_start: number;
  readonly d_end: number;
  readonly d_label: string;
  readonly who: string;
  readonly at: string;
}

const COLUMNS = `s.id, s.kind, s.reason, s.sentence, s.start, s."end", s.label, s.probability, s.suggested, s.status, s.text,
  s.was, e.json AS evidence, d.status AS d_status, d.start AS d_start, d."end" AS d_end, d.label AS d_label, d.who, d.at`;

const SELECT = `SELECT ${COLUMNS} FROM suggestions s LEFT JOIN evidence e ON e.suggestion = s.id
  LEFT JOIN decisions d ON d.suggestion = s.id`;

/** Suggestions by number, in the order given; those that do not exist are left out. */
export function readSuggestions(db: ReviewDatabase, ids: readonly number[]): SuggestionItem[] {
  const one = statement(db, `${SELECT} WHERE s.id = ?`);
  return ids.flatMap((id) => {
    const row = one.get(id) as Row | undefined;
    return row === undefined ? [] : [itemOf(row)];
  });
}

/** All suggestions of a sentence, in reading order. */
export function suggestionsOfSentence(db: ReviewDatabase, sentence: number): SuggestionItem[] {
  const rows = statement(db, `${SELECT} WHERE s.sentence = ? ORDER BY s.start, s."end" DESC, s.id`).all(
    sentence,
  );
  return (rows as Row[]).map(itemOf);
}

/** The open suggestions for these words with this label. */
export function openSuggestionsOf(db: ReviewDatabase, text: string, label: string): SuggestionItem[] {
  const rows = statement(
    db,
    `${SELECT} WHERE s.text = ? AND s.label = ? AND s.status = 'open' ORDER BY s.id`,
  ).all(text, label);
  return (rows as Row[]).map(itemOf);
}

/** How many suggestions there are of each status. */
export function countStatuses(db: ReviewDatabase): Counts {
  const counts = { open: 0, accepted: 0, rejected: 0, changed: 0 };
  const rows = statement(db, "SELECT status, count FROM counts").all();
  for (const { status, count } of rows as { status: Status; count: number }[]) counts[status] = count;
  return counts;
}

function itemOf(row: Row): SuggestionItem {
  const { id, kind, reason, sentence, start, end, label, probability, status, text } = row;
  return {
    id,
    kind,
    ...(reason !== null && { reason }),
    sentence,
    start,
    end,
    label,
    probability,
    suggested: row.suggested === 1,
    status,
    text,
    ...(row.evidence !== null && { evidence: JSON.parse(row.evidence) as Evidence }),
    ...(row.was !== null && { was: JSON.parse(row.was) as Entity }),
    ...(row.d_status !== null && {
      decision: {
        status: row.d_status,
        start: row.d_start,
        end: row.d_end,
        label: row.d_label,
        who: row.who,
        at: row.at,
      },
    }),
  };
}
