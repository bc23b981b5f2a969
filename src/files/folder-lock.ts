import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, rename, rm, rmdir, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { UserError } from "../errors.ts";
import { storageError } from "../storage-error.ts";
import { LOCK_FILE } from "./names-in.ts";
import { isAlive, type Owner, ownerShape, shownOwner, thisOwner } from "./owner.ts";
import { removeLeftovers, temporaryBeside } from "./temporaries.ts";

/** How often a lock is touched, and how old one of another machine may be before it is taken for dead, in milliseconds. */
const HEARTBEAT = 15_000;
const DEAD_AFTER = 5 * 60_000;

const lockShape = z.object({ format: z.literal(1), key: z.string(), what: z.string(), owner: ownerShape });
type LockContent = z.infer<typeof lockShape>;

/** The sole right to write to a folder. */
interface FolderLock {
  /** What the user should know: that the lock of a process that is gone was taken over. */
  readonly notices: readonly string[];
  /** Gives it back; a folder that was made for it, and is still empty, is removed again. */
  release(): Promise<void>;
}

interface LockOptions {
  /** How long one that has it is waited for, in milliseconds; default: not at all. */
  readonly patience?: number;
  readonly owner?: Owner;
  readonly now?: () => number;
}

/**
 * Takes the sole right to write to a folder, which is made if need be, or says who has it. The file is made in one step that fails
 * where it is there already, on shared folders too. Whether its process still lives is asked of the system on the same machine; on
 * another, a lock that was not touched for five minutes is dead.
 *
 * @param what what is done with the folder, for those who are refused: "training"
 */
export async function lockFolder(
  folder: string,
  what: string,
  { patience = 0, owner = thisOwner(), now = Date.now }: LockOptions = {},
): Promise<FolderLock> {
  try {
    const made = await mkdir(folder, { recursive: true });
    const lock = await take(folder, what, { patience, owner, now });
    return {
      ...lock,
      async release() {
        await lock.release();
        if (made !== undefined) await removeEmpty(resolve(folder), resolve(made));
      },
    };
  } catch (cause) {
    throw storageError(cause, { path: folder }) ?? cause;
  }
}

async function take(
  folder: string,
  what: string,
  { patience, owner, now }: Required<LockOptions>,
): Promise<FolderLock> {
  const until = now() + patience;
  const path = join(folder, LOCK_FILE);
  const content: LockContent = { format: 1, key: randomBytes(12).toString("hex"), what, owner };
  let tookOver: string | undefined;
  for (let tries = 0; !(await create(path, content)); tries++) {
    const held = await read(path);
    if (held === undefined) continue;
    const isDead = held.content === undefined ? now() - held.touched > HEARTBEAT : await isGone(held, now);
    if (!isDead && now() < until) {
      tries = 0;
      await sleep(100);
      continue;
    }
    if (!isDead || tries > 10) {
      const who = held.content === undefined ? "another process" : shownOwner(held.content.owner);
      const does = held.content?.what ?? "writing";
      throw new UserError(`"${folder}" is in use: ${who} is ${does} there`, {
        hint: `wait for it to end, or choose another folder (if you are sure that it is gone, remove "${path}")`,
      });
    }
    if (await takeAway(path, held.text)) {
      tookOver = held.content === undefined ? "a process" : shownOwner(held.content.owner);
    }
  }
  const timer = setInterval(() => {
    const time = new Date();
    utimes(path, time, time).catch(() => {});
  }, HEARTBEAT);
  timer.unref();
  // What those left who were killed while they tried.
  await removeLeftovers(folder, { name: LOCK_FILE });
  return {
    notices:
      tookOver === undefined
        ? []
        : [`${tookOver}, which wrote to "${folder}", is gone: its lock was taken over`],
    async release() {
      clearInterval(timer);
      // Another may have taken over what it believed dead.
      if ((await read(path))?.content?.key === content.key) await rm(path, { force: true });
    },
  };
}

async function create(path: string, content: LockContent): Promise<boolean> {
  const temporary = temporaryBeside(path);
  const text = `${JSON.stringify(content)}\n`;
  await writeFile(temporary, text);
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    // Some file systems have no links.
    return await writeFile(path, text, { flag: "wx" }).then(
      () => true,
      (cause: NodeJS.ErrnoException) => {
        if (cause.code === "EEXIST") return false;
        throw cause;
      },
    );
  } finally {
    await rm(temporary, { force: true });
  }
}

interface HeldLock {
  readonly text: string;
  /** Undefined where it is damaged, or not yet written in full. */
  readonly content: LockContent | undefined;
  readonly touched: number;
}

/** The lock as it is now; undefined if there is none. */
async function read(path: string): Promise<HeldLock | undefined> {
  try {
    const [text, { mtimeMs: touched }] = await Promise.all([readFile(path, "utf8"), stat(path)]);
    return { text, content: lockShape.safeParse(parsed(text)).data, touched };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function isGone({ content, touched }: HeldLock, now: () => number): Promise<boolean> {
  const isOwnerAlive = isAlive(content!.owner);
  return isOwnerAlive === undefined ? now() - touched > DEAD_AFTER : !isOwnerAlive;
}

/** Removes a dead lock. Of several that try, one succeeds; a lock that was made anew meanwhile is put back. */
async function takeAway(path: string, text: string): Promise<boolean> {
  const aside = temporaryBeside(path);
  try {
    await rename(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
  const isSame = (await readFile(aside, "utf8")) === text;
  if (!isSame) await link(aside, path).catch(() => {});
  await rm(aside, { force: true });
  return isSame;
}

/** Removes a folder and those above it up to `made`, as long as nothing is in them. */
async function removeEmpty(folder: string, made: string): Promise<void> {
  for (let path = folder; path.length >= made.length; path = dirname(path)) {
    const isRemoved = await rmdir(path).then(
      () => true,
      () => false,
    );
    if (!isRemoved) return;
  }
}
