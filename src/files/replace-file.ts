import { open, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { UserError } from "../errors.ts";
import { storageError } from "../storage-error.ts";
import { removeLeftovers, temporaryBeside } from "./temporaries.ts";

/** Lets `fill` write a temporary file, flushes it to disk, then renames it to `path`. */
export async function replaceFile(path: string, fill: (temporary: string) => Promise<void>): Promise<void> {
  await removeLeftovers(dirname(path), { name: basename(path) }).catch(() => {});
  const temporary = temporaryBeside(path);
  try {
    await fill(temporary);
    const handle = await open(temporary, "r+");
    await handle.sync();
    await handle.close();
    await rename(temporary, path);
  } catch (cause) {
    await rm(temporary, { force: true });
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === "ENOENT")
      throw new UserError(`cannot write "${path}": its folder does not exist`, { cause });
    throw storageError(cause, { path }) ?? cause;
  }
}

/** Writes a value as indented JSON, atomically. */
export async function writeJson(path: string, value: unknown): Promise<void> {
  await replaceFile(path, (temporary) => writeFile(temporary, `${JSON.stringify(value, null, 2)}\n`));
}
