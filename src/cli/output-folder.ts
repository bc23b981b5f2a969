import { readdir } from "node:fs/promises";
import { UserError } from "../errors.ts";

/** The names in a folder that is to be written to; none where it does not exist yet. */
export async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") return [];
    const why = cause.code === "ENOTDIR" ? "it is a file, not a folder" : cause.message;
    throw new UserError(`cannot use the folder "${folder}": ${why}`, { cause });
  });
}

/** What to do about a folder that already holds something. `begun` is what was begun there, if anything: "run". */
export function notEmpty(folder: string, begun: string | undefined): UserError {
  const other = "choose another folder with --out";
  return new UserError(`the folder "${folder}" is not empty`, {
    hint:
      begun === undefined ? other : `go on with the ${begun} that was begun there with --resume, or ${other}`,
  });
}
