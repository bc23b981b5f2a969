import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { z } from "zod";

/** A process, so that others can tell later whether it still lives, on this machine or another that shares the folder. */
export const ownerShape = z.object({
  host: z.string(),
  /** Which start of the machine, where the system tells. */
  boot: z.string().nullable(),
  pid: z.int(),
  /** When the process began, by the system's clock, where it tells: numbers of processes are used again. */
  began: z.string().nullable(),
});

export type Owner = z.infer<typeof ownerShape>;

/** This process. */
export function thisOwner(): Owner {
  return { host: hostname(), boot: bootOf(), pid: process.pid, began: beginningOf(process.pid) };
}

/**
 * Whether a process still lives; undefined if it is one of another machine, of which nothing can be known.
 *
 * @param anyBeginning when it began is not known, so that one that has its number by chance is taken for it
 */
export function isAlive(
  { host, boot, pid, began }: Owner,
  { anyBeginning = false }: { readonly anyBeginning?: boolean } = {},
): boolean | undefined {
  if (host !== hostname()) return undefined;
  if (boot !== bootOf()) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // One that we may not signal is there all the same.
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  // One that has ended stays listed until its parent has asked how.
  if (/^[ZX]/.test(fieldsOf(pid)?.[0] ?? "")) return false;
  return anyBeginning || began === beginningOf(pid);
}

/** `process 12 on this machine`, for messages. */
export function shownOwner({ host, pid }: Owner): string {
  return `process ${pid} on ${host === hostname() ? "this machine" : `"${host}"`}`;
}

function bootOf(): string | null {
  return readOrNull("/proc/sys/kernel/random/boot_id");
}

function beginningOf(pid: number): string | null {
  return fieldsOf(pid)?.[19] ?? null;
}

/** What Linux says of a process, from its state on: what comes before, its name in brackets, may have blanks. */
function fieldsOf(pid: number): readonly string[] | undefined {
  return readOrNull(`/proc/${pid}/stat`)?.split(") ").at(-1)?.split(" ");
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return null;
  }
}
