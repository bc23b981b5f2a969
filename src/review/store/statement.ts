import type Database from "libsql";
import type { ReviewDatabase } from "./database.ts";

const prepared = new WeakMap<ReviewDatabase, Map<string, Database.Statement>>();

/** A prepared statement, cached per database: a batch of decisions runs the same few thousands of times. */
export function statement(db: ReviewDatabase, sql: string): Database.Statement {
  let known = prepared.get(db);
  if (known === undefined) {
    known = new Map();
    prepared.set(db, known);
  }
  let found = known.get(sql);
  if (found === undefined) {
    found = db.prepare(sql);
    known.set(sql, found);
  }
  return found;
}
