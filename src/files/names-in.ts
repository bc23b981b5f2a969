import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "../errors.ts";

/** The file that says who writes to a folder; see `lockFolder`. */
export const LOCK_FILE = ".lacuna-lock";

/** The names in a folder that is to be written to, without those of its lock; none where it does not exist yet. */
export async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") return [] as string[];
    const why = cause.code === "ENOTDIR" ? "it is a file, not a folder" : cause.message;
    throw new UserError(`cannot use the folder "${folder}": ${why}`, { cause });
  });
  return names.filter((name) => name !== LOCK_FILE && !name.startsWith(`.${LOCK_FILE}.`));
}

/** Whether a folder has a lock, of a process that lives or of one that was killed. */
export async function isLocked(folder: string): Promise<boolean> {
  return (await stat(join(folder, LOCK_FILE)).catch(() => undefined)) !== undefined;
}
