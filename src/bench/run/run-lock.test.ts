import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { lockRun } from "./run-lock.ts";

const folder = mkdtempSync(join(tmpdir(), "lacuna-lock-"));
const path = join(folder, "process");
afterAll(() => rmSync(folder, { recursive: true }));

test("a lock holds the number of its process, and is gone when it is released", async () => {
  const lock = await lockRun(path);
  expect(readFileSync(path, "utf8")).toBe(String(process.pid));
  await lock.release();
  expect(existsSync(path)).toBe(false);
});

test("that of a process that is gone, or of another program, is taken over", async () => {
  // 2²² is the highest number Linux gives; process 1 lives but is no worker of ours.
  for (const left of ["4194305", "1", "", "nonsense"]) {
    writeFileSync(path, left);
    const lock = await lockRun(path, { patienceMs: 0 });
    expect(readFileSync(path, "utf8")).toBe(String(process.pid));
    await lock.release();
  }
});

test("a process at work is waited for, and named when it does not end", async () => {
  writeFileSync(path, "12345");
  await expect(lockRun(path, { patienceMs: 0, isAtWork: () => true })).rejects.toThrow(
    "process 12345 is working on this run",
  );
  expect(readFileSync(path, "utf8")).toBe("12345");
  let looks = 0;
  const lock = await lockRun(path, { patienceMs: 5000, isAtWork: () => ++looks < 3 });
  expect(looks).toBe(3);
  await lock.release();
});
