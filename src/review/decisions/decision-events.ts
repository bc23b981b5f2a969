import type { DecidedItem, Decision, ReviewEvent, Standing } from "../api.ts";
import type { ReviewDatabase } from "../store/database.ts";
import { entriesAfter, newestEntry, type StoredEntry } from "./history-table.ts";
import { precisionSoFar } from "./precision-so-far.ts";
import { countStatuses } from "./suggestion-queries.ts";

/** At most this many decisions are listed in one event. */
const LISTED = 500;

/** At most this many missed entries are sent one by one; beyond that, a window must reload. */
const CATCH_UP = 200;

/** How far the review is. */
export function standing(db: ReviewDatabase): Standing {
  const counts = countStatuses(db);
  return { counts, precision: precisionSoFar(counts), history: newestEntry(db) };
}

/** The event for an entry of the history. */
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

/** The events that a window missed after an entry of the history. */
export function missedEvents(db: ReviewDatabase, after: number): ReviewEvent[] {
  const now = standing(db);
  const entries = entriesAfter(db, after, CATCH_UP + 1);
  // A number beyond the newest entry: the window saw another review.
  if (entries.length > CATCH_UP || after > now.history)
    return [{ name: "reload", id: now.history, data: now }];
  return entries.map((entry) => eventOf(entry, now));
}
