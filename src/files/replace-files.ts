import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { UserError } from "../errors.ts";
import { storageError } from "../storage-error.ts";
import { syncFolder } from "./install-folder.ts";
import { decidedLeftovers, decidedName, removeLeftovers, temporaryBeside } from "./temporaries.ts";

/**
 * Replaces several files of one folder as one. `fill` gets a path for each, of the same name in a temporary folder. When all are on
 * disk, that folder is renamed: so it is decided, and what a killed process leaves undone is done by `finishReplacing`. An old file
 * never stands beside a new one: all but the first are removed before the first is replaced.
 *
 * @param paths in one folder; the first gives the temporary folder its name
 */
export async function replaceFiles(
  paths: readonly string[],
  fill: (temporaries: readonly string[]) => Promise<void>,
): Promise<void> {
  const [first] = paths as [string];
  const names = paths.map((path) => basename(path));
  await finishReplacing(first);
  await removeLeftovers(dirname(first), { name: names[0]! }).catch(() => {});
  const temporary = temporaryBeside(first);
  const decided = decidedName(temporary);
  try {
    await mkdir(temporary);
    await fill(names.map((name) => join(temporary, name)));
    for (const name of names) await syncFile(join(temporary, name));
    await syncFolder(temporary);
    await rename(temporary, decided);
    await syncFolder(dirname(first));
    await moveAll(decided, names);
  } catch (cause) {
    // What is decided is finished by the next who looks; what is not is as if it had never begun.
    await rm(temporary, { recursive: true, force: true });
    if ((cause as NodeJS.ErrnoException).code === "ENOENT")
      throw new UserError(`cannot write "${first}": its folder does not exist`, { cause });
    throw storageError(cause, { path: first }) ?? cause;
  }
}

/** Finishes what killed processes had decided; does nothing if there is nothing to finish. To be called before reading, too. */
export async function finishReplacing(first: string): Promise<void> {
  const left = await decidedLeftovers(dirname(first), basename(first)).catch(() => []);
  for (const found of left) {
    // It is whose name it has, so that of several who look at once, one does it.
    const decided = decidedName(temporaryBeside(first));
    const isTaken = await rename(found, decided).then(
      () => true,
      (cause: NodeJS.ErrnoException) => {
        if (cause.code === "ENOENT") return false;
        throw storageError(cause, { path: first }) ?? cause;
      },
    );
    if (!isTaken) continue;
    const names = await readdir(decided);
    // In this order, the first is replaced when no old file is left beside it.
    names.sort((a, b) => Number(b === basename(first)) - Number(a === basename(first)));
    await moveAll(decided, names);
  }
}

/** Moves files out of a decided folder, and removes it. */
async function moveAll(decided: string, names: readonly string[]): Promise<void> {
  const folder = dirname(decided);
  for (const name of names.slice(1)) await rm(join(folder, name), { force: true });
  for (const name of names) await rename(join(decided, name), join(folder, name));
  await syncFolder(folder);
  await rm(decided, { recursive: true, force: true });
}

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
