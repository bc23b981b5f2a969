import { writeFile } from "node:fs/promises";
import { replaceFile } from "./replace-file.ts";

/** Writes a value as readable JSON, in one piece or not at all. */
export async function writeJson(path: string, value: unknown): Promise<void> {
  await replaceFile(path, (temporary) => writeFile(temporary, `${JSON.stringify(value, null, 2)}\n`));
}
