import { basename, dirname } from "node:path";
import { UserError } from "../../errors.ts";

/** A message without the places of things on this machine, which are nothing for a window. */
export function hidePaths(message: string, dir: string): string {
  return message.replaceAll(dir, basename(dir)).replaceAll(dirname(dir), "…");
}

/** Does something, and hides paths in what it says to the user where it fails. */
export async function hidingPaths<T>(dir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const hint = error.hint === undefined ? {} : { hint: hidePaths(error.hint, dir) };
    throw new UserError(hidePaths(error.message, dir), { ...hint, cause: error });
  }
}
