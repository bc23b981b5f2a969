import type { ReviewDatabase } from "./database.ts";

/** Does all of the work or, where it fails, none, in one transaction that is on disk when this returns. */
export function inTransaction<T>(db: ReviewDatabase, work: () => T): T {
  db.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    db.exec("COMMIT");
    return result;
  } catch (error) {
    try {
      db.exec("ROLLBACK");
    } catch {
      // A full disk has rolled back already, and what it was about must not be hidden by that.
    }
    throw error;
  }
}
