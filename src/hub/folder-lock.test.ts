import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { withLock } from "./folder-lock.ts";

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lacuna-lock-"));
  path = join(folder, "lock");
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The number of a process that has just ended. */
const deadPid = () => spawnSync(process.execPath, ["-e", ""]).pid;

test("work under one lock never overlaps, even when many find it stale at once", async () => {
  writeFileSync(path, JSON.stringify({ pid: deadPid(), host: hostname() }));
  let inside = 0;
  let most = 0;
  let done = 0;
  const work = async () => {
    most = Math.max(most, ++inside);
    await sleep(3);
    inside--;
    done++;
  };
  await Promise.all(Array.from({ length: 20 }, () => withLock(path, work, { poll: 1 })));
  expect([most, done]).toEqual([1, 20]);
  expect(readdirSync(folder)).toEqual([]);
});

test("a lock that a killed process left does not make anyone wait", async () => {
  writeFileSync(path, JSON.stringify({ pid: deadPid(), host: hostname() }));
  const onWait = () => expect.unreachable("nobody holds the lock");
  expect(await withLock(path, async () => "ran", { onWait })).toBe("ran");
});

test("waits for a living process, and an abort ends the wait", async () => {
  writeFileSync(path, JSON.stringify({ pid: process.pid, host: hostname() }));
  const waits: string[] = [];
  const waiting = withLock(path, async () => "ran", {
    poll: 5,
    onWait: () => waits.push("waiting"),
    signal: AbortSignal.timeout(60),
  });
  await expect(waiting).rejects.toThrow(/abort/i);
  expect(waits).toEqual(["waiting"]);
  expect(existsSync(path)).toBe(true);
});

test("a lock of another machine is taken over only after a minute of silence", async () => {
  writeFileSync(path, JSON.stringify({ pid: deadPid(), host: "elsewhere" }));
  const early = withLock(path, async () => "ran", { poll: 5, signal: AbortSignal.timeout(60) });
  await expect(early).rejects.toThrow(/abort/i);
  const silent = new Date(Date.now() - 61_000);
  utimesSync(path, silent, silent);
  expect(await withLock(path, async () => "ran", { poll: 5 })).toBe("ran");
});

test("the lock is given back when the work fails", async () => {
  const failing = withLock(path, async () => {
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(existsSync(path)).toBe(false);
});
