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

/** The entry called `name` of a table; an unknown name is a `UserError` that lists them all. */
export function choose<T>(what: string, table: Readonly<Record<string, T>>, name: string): T {
  const found = Object.hasOwn(table, name) ? table[name] : undefined;
  if (found !== undefined) return found;
  throw new UserError(`unknown ${what} "${name}"`, {
    hint: `choose one of: ${Object.keys(table).sort().join(", ")}`,
  });
}
