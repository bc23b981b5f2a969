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
