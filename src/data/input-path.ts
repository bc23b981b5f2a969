import type { Stats } from "node:fs";
import { stat } from "node:fs/promises";
import { UserError } from "../errors.ts";

/** What messages call an input: its path, or `stdin` for `-`. */
export function shownPath(path: string): string {
  return path === "-" ? "stdin" : path;
}

/** The stats of an input, which must exist. */
export async function statInput(path: string): Promise<Stats> {
  return stat(path).catch((cause: NodeJS.ErrnoException) => {
    const why = cause.code === "ENOENT" ? "no such file" : cause.message;
    throw new UserError(`cannot read "${path}": ${why}`, { cause });
  });
}

/** Makes sure that an input exists and is no folder. */
export async function checkInputFile(path: string): Promise<void> {
  if ((await statInput(path)).isDirectory()) {
    throw new UserError(`cannot read "${path}": it is a folder, not a file`);
  }
}
