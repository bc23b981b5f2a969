import { readFile } from "node:fs/promises";
import { UserError } from "../../errors.ts";

/** Reads a whole file; the error says in one line which file and why. */
export async function readBytes(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const reason = code === "ENOENT" || code === "ENOTDIR" ? "there is no such file" : message;
    throw new UserError(`cannot read "${path}": ${reason}`, { cause });
  }
}

/** The object that a JSON file holds. */
export function parseJsonObject(bytes: Uint8Array, path: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new UserError(`"${path}" is not valid JSON: ${(cause as Error).message.split("\n")[0]}`, { cause });
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new UserError(`"${path}" is not valid: it does not hold a JSON object`);
}

export async function readJsonObject(path: string): Promise<Readonly<Record<string, unknown>>> {
  return parseJsonObject(await readBytes(path), path);
}
