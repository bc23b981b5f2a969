import { appendFileSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "libsql";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type AuditOnDisk, writeAudit } from "../../../test/support/review/audit-folder.ts";
import { Decisions } from "../decisions/decisions.ts";
import { auditedSentences } from "../decisions/reviewed-sentences.ts";
import { countStatuses, readSuggestions } from "../decisions/suggestion-queries.ts";
import { openReviewDatabase, type ReviewDatabase, readFact } from "./database.ts";
import { importAudit } from "./import-audit.ts";
import { auditSummary, openReview } from "./open-review.ts";
import { readAuditFolder } from "./read-audit-folder.ts";

let folder: AuditOnDisk;
const at = (name: string) => join(folder.dir, name);

beforeEach(async () => {
  folder = await writeAudit({ size: 20 });
});

afterEach(() => folder.remove());

async function openAndClose(options: { data?: readonly string[] } = {}): Promise<void> {
  (await openReview(folder.dir, options)).close();
}

test("sentences and suggestions are as in the files", async () => {
  const { db, close } = await openReview(folder.dir);
  expect(Array.from(auditedSentences(db), ([, sentence]) => sentence)).toEqual(folder.sentences);
  expect(readSuggestions(db, [1, 2, 3])).toEqual(
    folder.suggestions.slice(0, 3).map((own, i) => ({ id: i + 1, status: "open", ...own })),
  );
  expect(countStatuses(db)).toEqual({
    open: folder.suggestions.length,
    accepted: 0,
    rejected: 0,
    changed: 0,
  });
  expect(auditSummary(db).data.sentences).toBe(20);
  close();
});

test.each([
  ["null", /audit\.json": it is not the summary of an audit \(all of it:/],
  ['{"data":{"files":["x"]}}', /audit\.json": it is not the summary of an audit \(data\.fingerprint:/],
  ["{", /cannot read ".*audit\.json": /],
])("a damaged summary is refused in one line: %s", async (content, message) => {
  writeFileSync(at("audit.json"), content);
  await expect(openAndClose()).rejects.toMatchObject({
    name: "UserError",
    message: expect.stringMatching(message),
  });
});

test("each change is flushed: write-ahead log, synchronous FULL (2)", async () => {
  const { db, close } = await openReview(folder.dir);
  expect(db.prepare("PRAGMA journal_mode").get()).toMatchObject({ journal_mode: "wal" });
  expect(db.prepare("PRAGMA synchronous").get()).toMatchObject({ synchronous: 2 });
  close();
});

test("once it is read in, the data may go, and so may the suggestions", async () => {
  await openAndClose();
  rmSync(folder.data);
  rmSync(at("suggestions.jsonl"));
  const { db, close } = await openReview(folder.dir);
  expect(readFact(db, "sentences")).toBe("20");
  close();
});

test("data that was moved can be named, other data is refused", async () => {
  const moved = join(folder.root, "moved.jsonl");
  renameSync(folder.data, moved);
  await expect(openAndClose()).rejects.toThrow("is not there");
  const lines = readFileSync(moved, "utf8").trim().split("\n");
  const other = join(folder.root, "other.jsonl");
  writeFileSync(other, lines.slice(1).join("\n"));
  await expect(openAndClose({ data: [other] })).rejects.toThrow("made for other data");
  await openAndClose({ data: [moved] });
});

test("other suggestions than those that were reviewed are refused", async () => {
  await openAndClose();
  const before = readFileSync(at("suggestions.jsonl"));
  appendFileSync(at("suggestions.jsonl"), JSON.stringify(folder.suggestions[0]));
  await expect(openAndClose()).rejects.toThrow("not those that were reviewed");
  writeFileSync(at("suggestions.jsonl"), before);
  await openAndClose();
});

test.each([
  ["words that are not there", { text: "nobody" }, "does not fit the data"],
  ["a place past the end", { start: 900, end: 901 }, "does not fit the data"],
  ["a sentence too many", { sentence: 20 }, "does not fit the data"],
  ["no suggestion at all", { kind: "odd" }, "suggestions.jsonl:1: not a suggestion"],
])("a suggestion with %s is refused, and nothing is left half read", async (_, change, message) => {
  const good = readFileSync(at("suggestions.jsonl"), "utf8");
  const [first, ...rest] = good.split("\n");
  writeFileSync(
    at("suggestions.jsonl"),
    [JSON.stringify({ ...JSON.parse(first!), ...change }), ...rest].join("\n"),
  );
  await expect(openAndClose()).rejects.toThrow(message);
  writeFileSync(at("suggestions.jsonl"), good);
  await openAndClose();
});

test("evidence that somebody took out is not missed", async () => {
  const lines = folder.suggestions.map(({ evidence: _, suggested: __, ...rest }) => JSON.stringify(rest));
  writeFileSync(at("suggestions.jsonl"), lines.join("\n"));
  const { db, close } = await openReview(folder.dir);
  const [first] = readSuggestions(db, [1]);
  expect(first).not.toHaveProperty("evidence");
  expect(first!.suggested).toBe(first!.probability >= 0.5);
  close();
});

test("a damaged database, one of a newer version, and one in use are told", async () => {
  const held = await openReview(folder.dir);
  await expect(openAndClose()).rejects.toThrow("is in use");
  held.close();
  await openAndClose();
  const db = new Database(at("review.sqlite"));
  db.exec("PRAGMA user_version = 99");
  db.close();
  await expect(openAndClose()).rejects.toThrow("newer version of lacuna (format 99");
  for (const name of ["review.sqlite", "review.sqlite-wal", "review.sqlite-shm"])
    rmSync(at(name), { force: true });
  writeFileSync(at("review.sqlite"), "this is no database, whatever its name says".repeat(100));
  await expect(openAndClose()).rejects.toThrow("is damaged, or no database at all");
});

test("an audit that is not finished is told", async () => {
  rmSync(at("audit.json"));
  await expect(openAndClose()).rejects.toThrow("is not finished");
  rmSync(at("audit-config.json"));
  await expect(openAndClose()).rejects.toThrow("there is no audit in");
});

/** A database that may not grow: what a full disk is to it. */
function limitPages(db: ReviewDatabase, pages: number | undefined): void {
  const { page_count: now } = db.prepare("PRAGMA page_count").get() as { page_count: number };
  db.exec(`PRAGMA max_page_count = ${pages === undefined ? 1_000_000 : now + pages}`);
}

test("a full disk is told as such, changes nothing, and is over when there is room", async () => {
  const { db, close } = await openReview(folder.dir);
  const decisions = new Decisions(db);
  decisions.decide({ suggestion: 1, action: "accept", who: "ada" });
  limitPages(db, 0);
  const who = "x".repeat(20_000);
  let failure: unknown;
  for (let suggestion = 2; failure === undefined && suggestion <= folder.suggestions.length; suggestion++) {
    try {
      decisions.decide({ suggestion, action: "accept", who });
    } catch (error) {
      failure = error;
    }
  }
  expect(failure).toMatchObject({ code: "SQLITE_FULL" });
  const before = countStatuses(db);
  limitPages(db, undefined);
  const open = readSuggestions(
    db,
    [...folder.suggestions.keys()].map((i) => i + 1),
  ).find(({ status }) => status === "open")!;
  decisions.decide({ suggestion: open.id, action: "reject", who });
  expect(countStatuses(db)).toEqual({ ...before, open: before.open - 1, rejected: before.rejected + 1 });
  close();
});

test("an import that finds the disk full leaves nothing behind and can be done again", async () => {
  const db = openReviewDatabase(at("review.sqlite"));
  limitPages(db, 2);
  const contents = await readAuditFolder(folder.dir, undefined);
  const large = { ...contents, name: "x".repeat(100_000) };
  expect(() => importAudit(db, large)).toThrow(expect.objectContaining({ code: "SQLITE_FULL" }));
  expect(readFact(db, "name")).toBeUndefined();
  db.close();
  await openAndClose();
});

test("a damaged page is found when the review is opened", async () => {
  const { db, close } = await openReview(folder.dir);
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  const { page_size: size } = db.prepare("PRAGMA page_size").get() as { page_size: number };
  close();
  const bytes = readFileSync(at("review.sqlite"));
  bytes.fill(0xa5, 4 * size, 6 * size);
  writeFileSync(at("review.sqlite"), bytes);
  await expect(openAndClose()).rejects.toThrow("is damaged");
});
