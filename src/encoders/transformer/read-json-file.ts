import { readFile } from "node:fs/promises";
import { codeOf, messageOf, UserError } from "../../errors.ts";

/** Reads a whole file; the error says in one line which file and why. */
export async function readBytes(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (cause) {
    const isMissing = ["ENOENT", "ENOTDIR"].includes(codeOf(cause) ?? "");
    const reason = isMissing ? "there is no such file" : messageOf(cause);
    throw new UserError(`cannot read "${path}": ${reason}`, { cause });
  }
}

/** What a pair of braces in JSON holds. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object that a JSON file holds. */
export function parseJsonObject(bytes: Uint8Array, path: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new UserError(`"${path}" is not valid JSON: ${messageOf(cause).split("\n")[0]}`, { cause });
  }
  if (!isJsonObject(value)) throw new UserError(`"${path}" is not valid: it does not hold a JSON object`);
  return value;
}

export async function readJsonObject(path: string): Promise<JsonObject> {
  return parseJsonObject(await readBytes(path), path);
}
