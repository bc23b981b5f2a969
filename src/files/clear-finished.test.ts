import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { clearFinished } from "./clear-finished.ts";
import { lockFolder } from "./folder-lock.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lacuna-finished-"));
  writeFileSync(join(folder, "audit.json"), "{}");
});
afterEach(() => rmSync(folder, { recursive: true }));

test("the lock of a killed process goes, what it made stays", async () => {
  const owner = { host: hostname(), boot: null, pid: 1, began: null };
  writeFileSync(
    join(folder, ".lacuna-lock"),
    JSON.stringify({ format: 1, key: "k", what: "auditing", owner }),
  );
  await clearFinished(folder);
  expect(readdirSync(folder)).toEqual(["audit.json"]);
});

test("that of a process at work stays", async () => {
  const lock = await lockFolder(folder, "auditing");
  await clearFinished(folder);
  expect(readdirSync(folder)).toEqual([".lacuna-lock", "audit.json"]);
  await lock.release();
});
