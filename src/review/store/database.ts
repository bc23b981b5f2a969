import { existsSync } from "node:fs";
import type Database from "libsql";
import { UserError } from "../../errors.ts";
import { storageError } from "../../storage-error.ts";
import { loadLibsql } from "./load-libsql.ts";

/** The embedded database of a review. */
export type ReviewDatabase = Database.Database;

/** The version of the tables below. */
const FORMAT = 1;

/**
 * Suggestions are written once. `decisions` (on suggestions) and `edits` (of entities that belong to no suggestion) hold the
 * current state; `history` has every step and is append-only. A trigger keeps `counts` up to date, because counting 100,000
 * suggestions at every key press is too slow. `told` are the first of the `changes` of a step, which may be many.
 */
const TABLES = `
  CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE sentences (position INTEGER PRIMARY KEY, json TEXT NOT NULL);
  CREATE TABLE suggestions (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    reason TEXT,
    sentence INTEGER NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    label TEXT NOT NULL,
    probability REAL NOT NULL,
    suggested INTEGER NOT NULL,
    text TEXT NOT NULL,
    folded TEXT NOT NULL,
    was TEXT,
    status TEXT NOT NULL DEFAULT 'open'
  );
  CREATE TABLE counts (status TEXT PRIMARY KEY, count INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TRIGGER suggestions_recounted AFTER UPDATE OF status ON suggestions BEGIN
    UPDATE counts SET count = count - 1 WHERE status = old.status;
    INSERT INTO counts VALUES (new.status, 1) ON CONFLICT DO UPDATE SET count = count + 1;
  END;
  CREATE TABLE evidence (suggestion INTEGER PRIMARY KEY, json TEXT NOT NULL);
  CREATE TABLE decisions (
    suggestion INTEGER PRIMARY KEY,
    sentence INTEGER NOT NULL,
    status TEXT NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    label TEXT NOT NULL,
    who TEXT NOT NULL,
    at TEXT NOT NULL
  );
  CREATE INDEX decisions_by_sentence ON decisions (sentence);
  CREATE INDEX decisions_by_time ON decisions (at);
  CREATE TABLE edits (
    sentence INTEGER NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    label TEXT NOT NULL,
    status TEXT NOT NULL,
    who TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (sentence, start, "end", label)
  ) WITHOUT ROWID;
  CREATE TABLE history (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    who TEXT NOT NULL,
    action TEXT NOT NULL,
    count INTEGER NOT NULL,
    changes TEXT NOT NULL,
    told TEXT NOT NULL,
    undoes INTEGER
  );
  CREATE INDEX history_by_who ON history (who, id);
  CREATE UNIQUE INDEX history_by_undoes ON history (undoes) WHERE undoes IS NOT NULL;
  CREATE TABLE runs (id INTEGER PRIMARY KEY AUTOINCREMENT, json TEXT NOT NULL);
  CREATE TABLE scores (run INTEGER PRIMARY KEY, json TEXT NOT NULL);
  CREATE TABLE maps (model TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;
`;

/** Indexes and counts of suggestions; created after all are inserted, which takes half the time. */
export const FINDING = `
  CREATE INDEX suggestions_by_status ON suggestions (status);
  CREATE INDEX suggestions_by_label ON suggestions (label, status);
  CREATE INDEX suggestions_by_sentence ON suggestions (sentence, start);
  CREATE INDEX suggestions_by_text ON suggestions (text, label);
  CREATE INDEX open_by_label ON suggestions (status, label);
  CREATE INDEX open_by_doubt ON suggestions (status, abs(probability - 0.5));
  CREATE INDEX open_by_sentence ON suggestions (status, sentence, start);
  CREATE INDEX open_by_text ON suggestions (status, folded, text);
  INSERT INTO counts SELECT status, count(*) FROM suggestions GROUP BY status;
`;

/**
 * Opens the database of a review, and creates its tables if it is new. Each change is on disk when its call returns
 * (write-ahead log, `synchronous=FULL`), so that neither a crash nor a power cut loses what was acknowledged.
 */
export function openReviewDatabase(path: string): ReviewDatabase {
  let db: ReviewDatabase | undefined;
  try {
    db = new (loadLibsql())(path, { timeout: 2000 });
    db.exec("PRAGMA journal_mode = WAL");
    db.exec("PRAGMA synchronous = FULL");
    const { user_version: version } = db.prepare("PRAGMA user_version").get() as { user_version: number };
    if (version > FORMAT) {
      throw new UserError(
        `"${path}" was made by a newer version of lacuna (format ${version}, not ${FORMAT})`,
        {
          hint: "update lacuna to continue this review",
        },
      );
    }
    checkSound(db);
    // In one transaction, so that a kill leaves all tables or none.
    if (version === 0) db.exec(`BEGIN IMMEDIATE; ${TABLES} PRAGMA user_version = ${FORMAT}; COMMIT`);
    return db;
  } catch (cause) {
    db?.close();
    throw explained(path, cause);
  }
}

/**
 * Makes sure that no other process has the review open, by a lock on a file beside the database, which the system releases
 * when the process ends, however that happens. Returns a function that releases it earlier.
 */
export function lockReview(path: string): () => void {
  const file = `${path}.lock`;
  let lock: ReviewDatabase | undefined;
  try {
    lock = new (loadLibsql())(file, { timeout: 500 });
    // An empty database serves as the lock. The database itself must not be locked so: libsql frees a closed one only
    // when the garbage collector has found its last statement.
    lock.exec("BEGIN EXCLUSIVE");
    const held = lock;
    return () => {
      held.exec("ROLLBACK");
      held.close();
    };
  } catch (cause) {
    lock?.close();
    throw explained(path, cause);
  }
}

/** A damaged page is found now, and not when the decision that is on it is asked for. */
function checkSound(db: ReviewDatabase): void {
  const found = db.prepare("PRAGMA quick_check(1)").all() as { quick_check: string }[];
  if (found.length === 1 && found[0]!.quick_check === "ok") return;
  throw Object.assign(new Error(found.map((row) => row.quick_check).join("; ")), { code: "SQLITE_CORRUPT" });
}

function explained(path: string, cause: unknown): unknown {
  const { code = "", message } = cause as { code?: string; message: string };
  if (cause instanceof UserError) return cause;
  if (code.startsWith("SQLITE_BUSY") || message.includes("locked")) {
    return new UserError(`"${path}" is in use`, {
      hint: "another lacuna review has it open: use that one, or end it first",
      cause,
    });
  }
  if (
    code.startsWith("SQLITE_NOTADB") ||
    code.startsWith("SQLITE_CORRUPT") ||
    message.includes("not a database")
  ) {
    return new UserError(`"${path}" is damaged, or no database at all`, {
      hint: "restore a copy of it, or move it away to start the review afresh",
      cause,
    });
  }
  if (code.startsWith("SQLITE_CANTOPEN") || code.startsWith("SQLITE_READONLY") || !existsSync(path)) {
    return new UserError(`cannot open "${path}": ${message}`, {
      hint: "the folder must exist, and this user must be allowed to write there",
      cause,
    });
  }
  return storageError(cause, { path }) ?? cause;
}

/** A text as in the column `folded`, for searching: case and the encoding of accents do not matter. */
export function foldText(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

/** A fact about the whole review, by name; undefined if it is unknown. */
export function readFact(db: ReviewDatabase, name: string): string | undefined {
  const row = db.prepare("SELECT value FROM facts WHERE name = ?").get(name) as { value: string } | undefined;
  return row?.value;
}

export function writeFact(db: ReviewDatabase, name: string, value: string): void {
  db.prepare(
    "INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
  ).run(name, value);
}
