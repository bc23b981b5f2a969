import type { Dictionary } from "../../dictionary/index.ts";
import { UserError } from "../../errors.ts";
import { readSavedLines, writeSavedLines } from "./saved-lines.ts";

/** A dictionary's phrases as they are saved with a model: pairs of phrase and label. */
export function writeEntries(dictionary: Dictionary): Uint8Array {
  return writeSavedLines(
    Array.from({ length: dictionary.size }, (_, entry) => [
      dictionary.phrase(entry),
      dictionary.label(entry),
    ]),
  );
}

export function* readEntries(
  bytes: Uint8Array | undefined,
  feature: string,
): Generator<readonly [phrase: string, label: string]> {
  const what = `the dictionary of the saved word feature "${feature}"`;
  if (bytes === undefined) throw new UserError(`${what} is missing`);
  for (const { value, where } of readSavedLines(bytes, what)) {
    if (!Array.isArray(value) || value.length !== 2 || !value.every((part) => typeof part === "string")) {
      throw new UserError(`${where} is not a pair of phrase and label`);
    }
    yield value as [string, string];
  }
}
