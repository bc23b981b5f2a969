import { basename, dirname } from "node:path";
import { UserError } from "../../errors.ts";

/** An absolute path in quotes; or one without, up to a blank or what usually follows: `:12`, a comma, a bracket. */
const QUOTED = /(?<=")(?:\/|[A-Za-z]:[\\/])[^"\n]*(?=")/g;
const BARE = /(?<![\w.…/\\:-])(?:\/|[A-Za-z]:\\)[^\s"'`:,;()[\]{}]+(?:[\\/][^\s"'`:,;()[\]{}]+)+/g;

/**
 * A message without the paths of this machine, which the page must not show: files go by their base names.
 *
 * @param dir the folder of the audit
 * @param known further paths that may be in it, relative ones too
 */
export function hidePaths(message: string, dir: string, known: readonly string[] = []): string {
  const longestFirst = known.filter((path) => baseOf(path) !== path).sort((a, b) => b.length - a.length);
  return longestFirst
    .reduce((text, path) => text.replaceAll(path, baseOf(path)), message.replaceAll(dir, basename(dir)))
    .replaceAll(dirname(dir), "…")
    .replaceAll(QUOTED, baseOf)
    .replaceAll(BARE, baseOf);
}

/** The paths that a config names, however deep: whatever has a slash in it. Those of corpora also without what follows the name. */
export function pathsIn(config: unknown): string[] {
  if (typeof config === "string") {
    return /[\\/]/.test(config) ? [config, config.replace(/:(?:complete|partial)\b.*$/, "")] : [];
  }
  return typeof config === "object" && config !== null ? Object.values(config).flatMap(pathsIn) : [];
}

function baseOf(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== "") ?? path;
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
