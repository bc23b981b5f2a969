import { UserError } from "../../errors.ts";

/** Values in their saved form: one line of JSON each, because words and phrases may contain anything. */
export function writeSavedLines(values: Iterable<unknown>): Uint8Array {
  return new TextEncoder().encode(Array.from(values, (value) => `${JSON.stringify(value)}\n`).join(""));
}

/** Reads them back: each value, and its position for error messages. */
export function* readSavedLines(
  bytes: Uint8Array,
  what: string,
): Generator<{ readonly value: unknown; readonly where: string }> {
  for (const [i, line] of new TextDecoder().decode(bytes).split("\n").entries()) {
    if (line === "") continue;
    const where = `${what}, line ${i + 1}`;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch (cause) {
      throw new UserError(`${where} is not JSON`, { cause });
    }
    yield { value, where };
  }
}
