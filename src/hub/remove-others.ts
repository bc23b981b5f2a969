import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** Removes everything from a folder that is not to be kept. */
export async function removeOthers(folder: string, keep: (name: string) => boolean): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!keep(name)) await rm(join(folder, name), { recursive: true, force: true });
  }
}
