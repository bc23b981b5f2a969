import type { DecidedItem, Decision, ReviewEvent, Standing } from "../api.ts";
import type { ReviewDatabase } from "../store/database.ts";
import { entriesAfter, newestEntry, type StoredEntry } from "./history-table.ts";
import { precisionSoFar } from "./precision-so-far.ts";
import { countStatuses } from "./suggestion-queries.ts";

/** More than so many are not listed one by one. */
const LISTED = 500;

/** So many missed entries are told one by one; after more, a window asks for everything. */
const TOLD = 200;

/** How far the review is. */
export function standing(db: ReviewDatabase): Standing {
  const counts = countStatuses(db);
  return { counts, precision: precisionSoFar(counts), history: newestEntry(db) };
}

/** What windows are told of an entry of the history. */
export function eventOf(entry: StoredEntry, now: Standing): ReviewEvent {
  const { id, who, action, changes } = entry;
  const [first] = changes;
  if (changes.length === 1 && first!.suggestion === undefined) {
    return { name: "entity", id, data: { ...now, sentence: first!.sentence, who, action } };
  }
  const items = changes.flatMap(({ suggestion, after }): DecidedItem[] => {
    if (suggestion === undefined) return [];
    if (after === null) return [{ id: suggestion, status: "open" }];
    return [{ id: suggestion, status: after.status as Decision["status"], decision: after as Decision }];
  });
  const many = items.length > LISTED;
  const sentences = many ? [] : [...new Set(changes.map(({ sentence }) => sentence))];
  return { name: "decision", id, data: { ...now, who, action, items: many ? [] : items, many, sentences } };
}

/** What a window has missed that has seen the history up to an entry. */
export function missedEvents(db: ReviewDatabase, after: number): ReviewEvent[] {
  const now = standing(db);
  const entries = entriesAfter(db, after, TOLD + 1);
  // More than there is: the window knows another review.
  if (entries.length > TOLD || after > now.history) return [{ name: "reload", id: now.history, data: now }];
  return entries.map((entry) => eventOf(entry, now));
}
