import { existsSync, readFileSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { UserError } from "../../errors.ts";

/** Held while a process works in the folder of a run. */
interface RunLock {
  release(): Promise<void>;
}

interface LockOptions {
  /** How long a process that is about to end is waited for. */
  readonly patienceMs?: number;
  /** Whether a process lives and is one of ours; only tests change this. */
  readonly isAtWork?: (pid: number) => boolean;
}

/**
 * Takes the lock of a run: a file with the number of this process. If a bench is killed, its workers stop by
 * themselves after their step, so a lock is waited for a while; that of a process that is gone is taken over.
 */
export async function lockRun(
  path: string,
  { patienceMs = 30_000, isAtWork = isWorker }: LockOptions = {},
): Promise<RunLock> {
  const until = Date.now() + patienceMs;
  for (;;) {
    try {
      await writeFile(path, String(process.pid), { flag: "wx" });
      return { release: () => rm(path, { force: true }) };
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw cause;
    }
    const other = Number(await readFile(path, "utf8").catch(() => ""));
    if (!isAtWork(other)) {
      await rm(path, { force: true });
      continue;
    }
    if (Date.now() > until) {
      throw new UserError(`process ${other} is working on this run ("${path}")`, {
        hint: `wait for its end, or end it with: kill ${other}`,
      });
    }
    await sleep(100);
  }
}

/** Numbers of processes are used again, so what the process runs is looked at where that can be seen. */
function isWorker(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const command = `/proc/${pid}/cmdline`;
  return !existsSync(command) || readFileSync(command, "utf8").includes("run-worker");
}
