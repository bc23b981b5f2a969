import { open, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { storageError } from "../storage-error.ts";
import { syncFolder } from "./install-folder.ts";
import { removeLeftovers, temporaryBeside } from "./temporaries.ts";

const journalShape = z.object({ format: z.literal(1), renames: z.array(z.tuple([z.string(), z.string()])) });

/**
 * Replaces several files of one folder as one. `fill` gets a temporary name for each. When all are on disk, a journal says which
 * is to become which; a process that is killed among the renames has them finished by `finishReplacing`.
 *
 * @param paths in one folder; the first names the journal
 */
export async function replaceFiles(
  paths: readonly string[],
  fill: (temporaries: readonly string[]) => Promise<void>,
): Promise<void> {
  const [first] = paths as [string];
  const folder = dirname(first);
  await finishReplacing(first);
  for (const path of paths) await removeLeftovers(folder, { name: basename(path) }).catch(() => {});
  const temporaries = paths.map(temporaryBeside);
  const journal = journalOf(first);
  const temporaryJournal = temporaryBeside(journal);
  let isDecided = false;
  try {
    await fill(temporaries);
    for (const temporary of temporaries) await syncFile(temporary);
    const renames = paths.map((path, i) => [basename(temporaries[i]!), basename(path)]);
    await writeFile(temporaryJournal, JSON.stringify({ format: 1, renames }));
    await syncFile(temporaryJournal);
    await rename(temporaryJournal, journal);
    await syncFolder(folder);
    isDecided = true;
    await finishReplacing(first);
  } catch (cause) {
    // What is decided is finished by the next who looks; what is not is as if it had never begun.
    if (!isDecided) {
      for (const temporary of [...temporaries, temporaryJournal]) await rm(temporary, { force: true });
    }
    throw storageError(cause, { path: first }) ?? cause;
  }
}

/** Finishes what a killed `replaceFiles` had decided; does nothing if there is nothing to finish. To be called before reading, too. */
export async function finishReplacing(first: string): Promise<void> {
  const journal = journalOf(first);
  const text = await readFile(journal, "utf8").catch(() => undefined);
  if (text === undefined) return;
  const folder = dirname(first);
  const { renames } = journalShape.parse(JSON.parse(text));
  for (const [from, to] of renames) {
    const temporary = join(folder, basename(from));
    if (await exists(temporary)) await rename(temporary, join(folder, basename(to)));
  }
  await syncFolder(folder);
  await rm(journal, { force: true });
}

function journalOf(path: string): string {
  return join(dirname(path), `.${basename(path)}.journal`);
}

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
