import { createHash, randomBytes } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { isAlive, thisOwner } from "./owner.ts";

/** A temporary of a process that cannot be asked whether it lives is left over when it has not changed for so long, in milliseconds. */
const FORGOTTEN = 24 * 3600_000;

/** `.NAME.HOST-PID-RANDOM.tmp`; those of Lacuna 0.1 have only the random part. */
const TEMPORARY =
  /^\.(?<name>.+)\.(?:(?<host>[0-9a-f]{8})-(?<pid>\d+)-)?[0-9a-f]{12}\.(?<ending>tmp|decided)$/s;

/** A temporary name beside `path`, which tells whose it is. */
export function temporaryBeside(path: string): string {
  const owner = `${hashOf(hostname())}-${process.pid}`;
  return join(dirname(path), `.${basename(path)}.${owner}-${randomBytes(6).toString("hex")}.tmp`);
}

/** Whether a name is one that `temporaryBeside` gives. */
export function isTemporary(name: string): boolean {
  return TEMPORARY.exec(name)?.groups?.ending === "tmp";
}

/** What a temporary folder is called once it is decided that its files are to take their places. */
export function decidedName(temporary: string): string {
  return temporary.replace(/tmp$/, "decided");
}

interface LeftoverOptions {
  /** Only temporaries for this name; default: all. */
  readonly name?: string;
  /** Whether nobody else can be writing here, so that all temporaries are left over; default: no. */
  readonly isOurs?: boolean;
}

/** Removes the temporary files and folders that killed processes left in `folder`; those of processes that live stay. */
export async function removeLeftovers(
  folder: string,
  { name, isOurs = false }: LeftoverOptions = {},
): Promise<void> {
  for (const entry of await readdir(folder)) {
    const found = TEMPORARY.exec(entry)?.groups;
    if (found === undefined || found.ending !== "tmp") continue;
    if (name !== undefined && nameFor(found.name!) !== name) continue;
    const path = join(folder, entry);
    if (isOurs || (await isLeftOver(path, found))) await rm(path, { recursive: true, force: true });
  }
}

/** The decided folders for `name` of processes that have ended. */
export async function decidedLeftovers(folder: string, name: string): Promise<readonly string[]> {
  const left: string[] = [];
  for (const entry of await readdir(folder)) {
    const found = TEMPORARY.exec(entry)?.groups;
    if (found?.ending !== "decided" || found.name !== name) continue;
    if (await isLeftOver(join(folder, entry), found)) left.push(join(folder, entry));
  }
  return left;
}

/** What a temporary is for in the end: a temporary may be written by way of another. */
function nameFor(name: string): string {
  const inner = TEMPORARY.exec(name)?.groups?.name;
  return inner === undefined ? name : nameFor(inner);
}

async function isLeftOver(path: string, { host, pid }: Record<string, string | undefined>): Promise<boolean> {
  if (host === hashOf(hostname()) && Number(pid) !== process.pid) {
    const { boot } = thisOwner();
    const owner = { host: hostname(), boot, pid: Number(pid), began: null };
    // When it began is not in the name, so a number that is used again keeps a temporary for a while longer.
    if (isAlive(owner, { anyBeginning: true }) === false) return true;
  }
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
  return Date.now() - mtimeMs > FORGOTTEN;
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}
