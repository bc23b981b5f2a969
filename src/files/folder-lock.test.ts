import { spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lockFolder } from "./folder-lock.ts";
import { LOCK_FILE, namesIn } from "./names-in.ts";
import { isAlive, thisOwner } from "./owner.ts";
import { temporaryBeside } from "./temporaries.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lacuna-lock-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A process that has ended. */
function deadOwner() {
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  return { ...thisOwner(), pid };
}

test("one at a time, and nothing is left behind", async () => {
  const lock = await lockFolder(folder, "training");
  expect(lock.notices).toEqual([]);
  expect(await namesIn(folder)).toEqual([]);
  await expect(lockFolder(folder, "auditing")).rejects.toMatchObject({
    name: "UserError",
    message: `"${folder}" is in use: process ${process.pid} on this machine is training there`,
    hint: expect.stringContaining(LOCK_FILE),
  });
  await lock.release();
  await (await lockFolder(folder, "auditing")).release();
  expect(readdirSync(folder)).toEqual([]);
});

test("of many that try at once, one gets it", async () => {
  const tries = await Promise.allSettled(Array.from({ length: 30 }, () => lockFolder(folder, "training")));
  const got = tries.filter(({ status }) => status === "fulfilled");
  expect(got).toHaveLength(1);
  expect(readdirSync(folder)).toEqual([LOCK_FILE]);
});

test("of many that try at once to take over a dead one, one gets it", async () => {
  await lockFolder(folder, "training", { owner: deadOwner() });
  const tries = await Promise.allSettled(Array.from({ length: 30 }, () => lockFolder(folder, "training")));
  const got = tries.flatMap((own) => (own.status === "fulfilled" ? [own.value] : []));
  expect(got).toHaveLength(1);
  expect(readdirSync(folder)).toEqual([LOCK_FILE]);
});

test("the lock of a process that is gone is taken over, and that is told", async () => {
  const owner = deadOwner();
  await lockFolder(folder, "training", { owner });
  const lock = await lockFolder(folder, "training");
  expect(lock.notices).toEqual([
    `process ${owner.pid} on this machine, which wrote to "${folder}", is gone: its lock was taken over`,
  ]);
  await lock.release();
});

test("a process number that is used again does not keep a dead lock alive", async () => {
  const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"]);
  try {
    const now = { ...thisOwner(), pid: child.pid! };
    if (thisOwner().began === null) return; // only where the system tells when a process began
    expect(isAlive(now)).toBe(false);
    await lockFolder(folder, "training", { owner: now });
    expect((await lockFolder(folder, "training")).notices).toHaveLength(1);
  } finally {
    child.kill();
  }
});

test("a process that was killed and not yet missed by its parent is dead", async () => {
  if (thisOwner().began === null) return;
  // The shell starts a process, which ends at once, and becomes one that never asks for it.
  const parent = spawn("sh", ["-c", "sleep 0 & echo $!; exec sleep 30"]);
  try {
    const pid = await new Promise<number>((resolve) =>
      parent.stdout.once("data", (text) => resolve(Number(text))),
    );
    await expect.poll(() => isAlive({ ...thisOwner(), pid }, { anyBeginning: true })).toBe(false);
  } finally {
    parent.kill("SIGKILL");
  }
});

test("a lock of before the machine was started anew is dead", async () => {
  if (thisOwner().boot === null) return;
  expect(isAlive({ ...thisOwner(), boot: "another" })).toBe(false);
});

test("the lock of another machine is believed until it was not touched for five minutes", async () => {
  await lockFolder(folder, "training", { owner: { ...thisOwner(), host: "elsewhere" } });
  await expect(lockFolder(folder, "training")).rejects.toThrow("process");
  await expect(lockFolder(folder, "training")).rejects.toThrow('on "elsewhere" is training there');
  const old = new Date(Date.now() - 6 * 60_000);
  utimesSync(join(folder, LOCK_FILE), old, old);
  expect((await lockFolder(folder, "training")).notices[0]).toContain("elsewhere");
});

test("a damaged lock is believed for a moment: it may be being written", async () => {
  const path = join(folder, LOCK_FILE);
  writeFileSync(path, '{"form');
  await expect(lockFolder(folder, "training")).rejects.toThrow("another process is writing there");
  const old = new Date(Date.now() - 60_000);
  utimesSync(path, old, old);
  expect((await lockFolder(folder, "training")).notices[0]).toContain("a process, which wrote to");
});

test("who was taken over does not release the lock of the next", async () => {
  const first = await lockFolder(folder, "training", { owner: deadOwner() });
  const second = await lockFolder(folder, "training");
  await first.release();
  expect(existsSync(join(folder, LOCK_FILE))).toBe(true);
  expect(JSON.parse(readFileSync(join(folder, LOCK_FILE), "utf8")).owner.pid).toBe(process.pid);
  await second.release();
});

test("one that has it is waited for, if asked", async () => {
  const first = await lockFolder(folder, "training");
  setTimeout(() => void first.release(), 300);
  const second = await lockFolder(folder, "training", { patience: 10_000 });
  expect(second.notices).toEqual([]);
  await expect(lockFolder(folder, "training", { patience: 150 })).rejects.toThrow("is in use");
  await second.release();
});

test("a folder that was made for the lock goes with it, unless something is in it by then", async () => {
  const deep = join(folder, "a", "b");
  await (await lockFolder(deep, "training")).release();
  expect(readdirSync(folder)).toEqual([]);
  const lock = await lockFolder(deep, "training");
  writeFileSync(join(folder, "a", "kept"), "");
  await lock.release();
  expect(readdirSync(join(folder, "a"))).toEqual(["kept"]);
});

test("what a process left that was killed while it tried is removed", async () => {
  const { pid } = deadOwner();
  const own = temporaryBeside(join(folder, LOCK_FILE));
  writeFileSync(own.replace(`-${process.pid}-`, `-${pid}-`), "");
  expect(await namesIn(folder)).toEqual([]);
  const lock = await lockFolder(folder, "training");
  expect(readdirSync(folder)).toEqual([LOCK_FILE]);
  await lock.release();
});
