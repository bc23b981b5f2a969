import { existsSync, type Stats } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { UserError } from "../errors.ts";
import { nearestName } from "../nearest-name.ts";

/** What messages call an input: its path, or `stdin` for `-`. */
export function shownPath(path: string): string {
  return path === "-" ? "stdin" : path;
}

/** The stats of an input, which must exist. */
export async function statInput(path: string): Promise<Stats> {
  return stat(path).catch(async (cause: NodeJS.ErrnoException) => {
    if (cause.code !== "ENOENT") throw new UserError(`cannot read "${path}": ${cause.message}`, { cause });
    const hint = await meantPath(path);
    throw new UserError(`cannot read "${path}": no such file`, {
      cause,
      ...(hint !== undefined && { hint }),
    });
  });
}

/** What somebody most likely meant by a path that is not there: a suffix after a file that is, or a file of a like name. */
async function meantPath(path: string): Promise<string | undefined> {
  const [, file, suffix] = /^(.+):([^:/\\]*)$/s.exec(path) ?? [];
  if (file !== undefined && existsSync(file)) {
    const [state, ...labels] = suffix!.split("=");
    const meant = nearestName(state!, ["complete", "partial"]);
    return meant === undefined
      ? `"${file}" is there; after its colon say complete, partial or complete=LABEL,LABEL`
      : `did you mean "${[`${file}:${meant}`, ...labels].join("=")}"?`;
  }
  const names = await readdir(dirname(path)).catch(() => []);
  const near = nearestName(basename(path), names);
  return near === undefined ? undefined : `did you mean "${join(dirname(path), near)}"?`;
}

/** Makes sure that an input exists and is no folder. */
export async function checkInputFile(path: string): Promise<void> {
  if ((await statInput(path)).isDirectory()) {
    throw new UserError(`cannot read "${path}": it is a folder, not a file`);
  }
}
