import { mkdir, open, readFile, rm, rmdir, stat, utimes } from "node:fs/promises";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { codeOf } from "../errors.ts";

const BEAT = 5_000;
const SILENT = 60_000;

/** What a lock file says of the process that made it. */
const holder = z.object({ pid: z.int(), host: z.string() });

interface LockOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called once if another process holds the lock. */
  readonly onWait?: () => void;
  /** Polling interval in milliseconds. */
  readonly poll?: number;
}

/**
 * Runs `work` while holding a lock file; waits for its turn.
 *
 * Node cannot lock files, so the lock is a file that only one process can create. Its holder touches it every few
 * seconds. It is stale, and taken over, when the process that it names is gone from this machine or when it was not
 * touched for a minute.
 */
export async function withLock<T>(
  path: string,
  work: () => Promise<T>,
  options: LockOptions = {},
): Promise<T> {
  const { signal, onWait, poll = 200 } = options;
  let told = false;
  while (!(await create(path))) {
    if (await isStale(path)) {
      await removeStale(path);
      continue;
    }
    if (!told) onWait?.();
    told = true;
    await sleep(poll, undefined, signal === undefined ? {} : { signal });
  }
  const beat = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined);
  }, BEAT);
  beat.unref();
  try {
    return await work();
  } finally {
    clearInterval(beat);
    await rm(path, { force: true });
  }
}

async function create(path: string): Promise<boolean> {
  try {
    const file = await open(path, "wx");
    await file.writeFile(JSON.stringify({ pid: process.pid, host: hostname() }));
    await file.close();
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

async function isStale(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return false;
  if (Date.now() - found.mtimeMs > SILENT) return true;
  try {
    const { pid, host } = holder.parse(JSON.parse(await readFile(path, "utf8")));
    return host === hostname() && !isAlive(pid);
  } catch {
    // Just being written, or just removed.
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/**
 * Two processes may find the same stale lock; the slower must not remove the lock that the quicker has taken since.
 * So check and removal are one step, guarded by a folder that only one of them can create.
 */
async function removeStale(path: string): Promise<void> {
  const guard = `${path}.guard`;
  try {
    await mkdir(guard);
  } catch {
    const age = Date.now() - ((await stat(guard).catch(() => undefined))?.mtimeMs ?? Date.now());
    if (age > SILENT) await rmdir(guard).catch(() => undefined);
    await sleep(20);
    return;
  }
  try {
    if (await isStale(path)) await rm(path, { force: true });
  } finally {
    await rmdir(guard).catch(() => undefined);
  }
}
