import { open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Puts a finished folder in its place in one step, in place of an older one if there is any. The older one
 * steps aside first, since a folder cannot be renamed over another; `restoreFolder` mends a kill in between.
 */
export async function installFolder(from: string, to: string, aside: string): Promise<void> {
  await syncFolder(from);
  await rm(aside, { recursive: true, force: true });
  if (await exists(to)) await rename(to, aside);
  await rename(from, to);
  await syncFolder(dirname(to));
  await rm(aside, { recursive: true, force: true });
}

/** Brings back the folder that stepped aside, if its successor never arrived. */
export async function restoreFolder(to: string, aside: string): Promise<void> {
  if (!(await exists(to)) && (await exists(aside))) await rename(aside, to);
  await rm(aside, { recursive: true, force: true });
}

/** Makes sure that the names in a folder have reached the disk, where the system can do that. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path).catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
