import { open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Moves a finished folder into place in one step, replacing an older one. The older one is renamed first, since a
 * folder cannot be renamed over another; `restoreFolder` repairs a kill in between.
 */
export async function installFolder(from: string, to: string, aside: string): Promise<void> {
  await syncFolder(from);
  await rm(aside, { recursive: true, force: true });
  if (await exists(to)) await rename(to, aside);
  await rename(from, to);
  await syncFolder(dirname(to));
  await rm(aside, { recursive: true, force: true });
}

/** Restores the older folder if its replacement never arrived. Of several who try at once, one does it. */
export async function restoreFolder(to: string, aside: string): Promise<void> {
  if (!(await exists(to)) && (await exists(aside))) {
    await rename(aside, to).catch((cause: NodeJS.ErrnoException) => {
      if (!TAKEN.has(cause.code ?? "")) throw cause;
    });
  }
  await rm(aside, { recursive: true, force: true });
}

/** What a rename fails with where another process was faster: the one folder is gone, or the other is there. */
const TAKEN: ReadonlySet<string> = new Set(["ENOENT", "ENOTEMPTY", "EEXIST"]);

/** Flushes the names in a folder to disk, where the system can do that. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path).catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
