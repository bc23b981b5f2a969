import { basename, dirname } from "node:path";
import { UserError } from "../../errors.ts";

/** A message without the paths of this machine, which the page must not show. */
export function hidePaths(message: string, dir: string): string {
  return message.replaceAll(dir, basename(dir)).replaceAll(dirname(dir), "…");
}

/** Runs something, and hides paths in its user errors. */
export async function hidingPaths<T>(dir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const hint = error.hint === undefined ? {} : { hint: hidePaths(error.hint, dir) };
    throw new UserError(hidePaths(error.message, dir), { ...hint, cause: error });
  }
}
