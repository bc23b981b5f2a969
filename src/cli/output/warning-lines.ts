import type { Warning } from "../../errors.ts";

const MARK = "WARNING: ";

/** A warning for a person to read in a terminal: the message, its advice below it. */
export function* warningLines({ message, advice }: Warning): Generator<string> {
  yield `${MARK}${message}`;
  for (const line of advice) yield `${" ".repeat(MARK.length)}${line}`;
}
