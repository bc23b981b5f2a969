import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { UserError } from "../errors.ts";
import { storageError } from "../storage-error.ts";
import { installFolder, restoreFolder, syncFolder } from "./install-folder.ts";
import { removeLeftovers, temporaryBeside } from "./temporaries.ts";

/**
 * Lets `fill` write a temporary folder, flushes it to disk, then moves it to `path`.
 *
 * A folder cannot be renamed over another, so an older one is first renamed to `.NAME.old` and removed last. At every
 * moment a complete folder is at `path` or, between the two renames, at `.NAME.old`; see `folderAt`. A killed call
 * may leave a temporary folder behind, which is never read; the next call for the same path removes it.
 */
export async function replaceFolder(path: string, fill: (temporary: string) => Promise<void>): Promise<void> {
  await removeLeftovers(dirname(path), { name: basename(path) }).catch(() => {});
  const temporary = temporaryBeside(path);
  await mkdir(temporary).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== "ENOENT") throw explained(path, cause);
    throw new UserError(`cannot write "${path}": its folder does not exist`, { cause });
  });
  try {
    await fill(temporary);
    await syncBelow(temporary);
    await restoreFolder(path, asideOf(path));
    await refuseFile(path);
    await installFolder(temporary, path, asideOf(path));
  } catch (cause) {
    await rm(temporary, { recursive: true, force: true });
    await restoreFolder(path, asideOf(path));
    throw explained(path, cause);
  }
}

/** Where to read a folder that `replaceFolder` writes: at `path`, or beside it if a kill came between the two renames. */
export async function folderAt(path: string): Promise<string> {
  const found = await Promise.all([path, asideOf(path)].map((place) => stat(place).catch(() => undefined)));
  return found[0] === undefined && found[1] !== undefined ? asideOf(path) : path;
}

/** Where the older folder is while it is being replaced. */
export function asideOf(path: string): string {
  return join(dirname(path), `.${basename(path)}.old`);
}

/** Removes a folder, if there is one, so that a kill half-way leaves nothing under its name. */
export async function discardFolder(path: string): Promise<void> {
  const temporary = temporaryBeside(path);
  try {
    await rename(path, temporary);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return;
    throw cause;
  }
  await rm(temporary, { recursive: true, force: true });
}

function explained(path: string, cause: unknown): unknown {
  return storageError(cause, { path }) ?? cause;
}

async function refuseFile(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined || found.isDirectory()) return;
  throw new UserError(`cannot write "${path}": it is a file, and should be a folder`, {
    hint: "move the file away or choose another name",
  });
}

/** Flushes every file and folder below `folder` to disk. */
async function syncBelow(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await syncBelow(path);
    else if (entry.isFile()) await syncFile(path);
  }
  await syncFolder(folder);
}

async function syncFile(path: string): Promise<void> {
  // Some systems refuse to sync what is only open for reading.
  const handle = await open(path, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
