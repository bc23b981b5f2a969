import { nearestName } from "./nearest-name.ts";

/** A mistake the user can fix: bad data, bad config, missing file. Printed without a stack trace. */
export class UserError extends Error {
  override name = "UserError";
  readonly hint: string | undefined;

  constructor(message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.hint = options.hint;
  }
}

/** What an error says, whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The code of an error of the operating system or the network: `ENOENT`, …; undefined where it has none. */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/**
 * What must be known before a result is trusted, and what to do about it: one piece of advice a line. Commands print it in
 * capitals; events, logs, summaries and reports keep it.
 */
export interface Warning {
  readonly message: string;
  readonly advice: readonly string[];
}

/** The entry called `name` of a table; an unknown name is a `UserError` that lists them all, the likeliest first. */
export function choose<T>(what: string, table: Readonly<Record<string, T>>, name: string): T {
  const found = Object.hasOwn(table, name) ? table[name] : undefined;
  if (found !== undefined) return found;
  const names = Object.keys(table).sort();
  throw new UserError(`unknown ${what} "${name}"`, {
    hint: `${didYouMean(name, names)}choose one of: ${names.join(", ")}`,
  });
}

/** `did you mean "train"? `, with a blank at its end; nothing where no name is close. */
export function didYouMean(given: string, names: Iterable<string>): string {
  const meant = nearestName(given, names);
  return meant === undefined ? "" : `did you mean "${meant}"? `;
}

/** What a value of a wrong type is, for messages: `a number (5)`, `a list`, `undefined`. */
export function shownType(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (Array.isArray(value)) return "a list";
  if (typeof value === "function") return "a function";
  if (typeof value === "object") return "an object";
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return `a ${typeof value} (${text.length > 40 ? `${text.slice(0, 40)}…` : text})`;
}
