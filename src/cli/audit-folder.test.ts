import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { temporaryBeside } from "../files/index.ts";
import { openAuditFolder } from "./audit-folder.ts";

let out: string;
beforeEach(() => {
  out = mkdtempSync(join(tmpdir(), "lacuna-audit-folder-"));
});
afterEach(() => rmSync(out, { recursive: true }));

test("an audit that was killed before it had noted its config can be begun again", async () => {
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  const left = temporaryBeside(join(out, "audit-config.json")).replace(`-${process.pid}-`, `-${pid}-`);
  writeFileSync(left, "{");
  const { state } = await openAuditFolder({ out, data: ["a.jsonl"] });
  expect(state).toBe("begin");
  expect(readdirSync(out)).toEqual([]);
});

test("but not where another is noting it now, or something else is", async () => {
  writeFileSync(temporaryBeside(join(out, "audit-config.json")), "{");
  await expect(openAuditFolder({ out, data: ["a.jsonl"] })).rejects.toThrow("is not empty");
});
