import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { replaceFile } from "./replace-file.ts";
import { removeLeftovers, temporaryBeside } from "./temporaries.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "lacuna-temporaries-"));
});
afterEach(() => rmSync(root, { recursive: true }));

/** The temporary of a process that has ended, as a kill leaves it. */
function leftover(name: string): string {
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  const path = temporaryBeside(join(root, name)).replace(`-${process.pid}-`, `-${pid}-`);
  writeFileSync(path, "half");
  return basename(path);
}

test("what processes left that have ended goes, what others are writing stays", async () => {
  const [file, other] = [leftover("a.jsonl"), leftover("b.jsonl")];
  const ours = basename(temporaryBeside(join(root, "a.jsonl")));
  writeFileSync(join(root, ours), "being written");
  for (const name of [".a.jsonl.tmp", "a.jsonl", ".a.jsonl.0123456789ab.other"])
    writeFileSync(join(root, name), "");
  await removeLeftovers(root, { name: "a.jsonl" });
  expect(readdirSync(root)).not.toContain(file);
  expect(readdirSync(root).sort()).toEqual(
    [other, ours, ".a.jsonl.tmp", "a.jsonl", ".a.jsonl.0123456789ab.other"].sort(),
  );
});

test("those of another machine, or without an owner, go after a day", async () => {
  const elsewhere = ".a.00000000-12-0123456789ab.tmp";
  const nameless = ".a.0123456789ab.tmp";
  for (const name of [elsewhere, nameless]) writeFileSync(join(root, name), "");
  await removeLeftovers(root);
  expect(readdirSync(root).sort()).toEqual([elsewhere, nameless].sort());
  const old = new Date(Date.now() - 25 * 3600_000);
  for (const name of [elsewhere, nameless]) utimesSync(join(root, name), old, old);
  await removeLeftovers(root);
  expect(readdirSync(root)).toEqual([]);
});

test("who has the folder for himself removes all, folders too", async () => {
  mkdirSync(temporaryBeside(join(root, "model")));
  writeFileSync(join(root, ".x.0123456789ab.tmp"), "");
  await removeLeftovers(root, { isOurs: true });
  expect(readdirSync(root)).toEqual([]);
});

test("a file that is written again is rid of what a kill left of it", async () => {
  leftover("out.jsonl");
  await replaceFile(join(root, "out.jsonl"), async (temporary) => writeFileSync(temporary, "new"));
  expect(readdirSync(root)).toEqual(["out.jsonl"]);
});

test("and so does what a kill left of the temporary of a temporary", async () => {
  leftover(leftover("out.conll"));
  await removeLeftovers(root, { name: "out.conll" });
  expect(readdirSync(root)).toEqual([]);
});
