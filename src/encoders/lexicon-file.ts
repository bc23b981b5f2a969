import type { Dictionary } from "../dictionary/index.ts";
import { UserError } from "../errors.ts";

/** A dictionary's phrases as they are saved with a model: one JSON pair a line, because phrases may hold anything. */
export function writeEntries(dictionary: Dictionary): Uint8Array {
  const lines: string[] = [];
  for (let entry = 0; entry < dictionary.size; entry++) {
    lines.push(`${JSON.stringify([dictionary.phrase(entry), dictionary.label(entry)])}\n`);
  }
  return new TextEncoder().encode(lines.join(""));
}

export function* readEntries(
  bytes: Uint8Array | undefined,
  feature: string,
): Generator<readonly [phrase: string, label: string]> {
  if (bytes === undefined)
    throw new UserError(`the dictionary of the saved word feature "${feature}" is missing`);
  const lines = new TextDecoder().decode(bytes).split("\n");
  for (const [i, line] of lines.entries()) {
    if (line !== "")
      yield pairOf(line, `the dictionary of the saved word feature "${feature}", line ${i + 1}`);
  }
}

function pairOf(line: string, where: string): readonly [string, string] {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new UserError(`${where} is not JSON`, { cause });
  }
  if (!Array.isArray(value) || value.length !== 2 || !value.every((part) => typeof part === "string")) {
    throw new UserError(`${where} is not a pair of phrase and label`);
  }
  return value as [string, string];
}
