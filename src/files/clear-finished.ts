import { lockFolder } from "./folder-lock.ts";
import { isLocked } from "./names-in.ts";
import { removeLeftovers } from "./temporaries.ts";

/**
 * Removes what a process left that was killed when all its work in a folder was done: its lock and its temporaries. A folder
 * that may not be written, or that another process still writes to, is fit to be read all the same, and left alone.
 */
export async function clearFinished(folder: string): Promise<void> {
  try {
    if (await isLocked(folder)) await (await lockFolder(folder, "clearing up")).release();
    await removeLeftovers(folder);
  } catch {
    // The next one may be able to.
  }
}
