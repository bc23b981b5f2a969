/** A mistake the user can fix: bad data, bad config, missing file. Printed without a stack trace. */
export class UserError extends Error {
  override name = "UserError";
  readonly hint: string | undefined;

  constructor(message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.hint = options.hint;
  }
}

/** Looks `name` up in a table of built-ins; on a miss, says what could have been meant. */
export function choose<T>(what: string, table: Readonly<Record<string, T>>, name: string): T {
  const found = Object.hasOwn(table, name) ? table[name] : undefined;
  if (found !== undefined) return found;
  throw new UserError(`unknown ${what} "${name}"`, {
    hint: `choose one of: ${Object.keys(table).sort().join(", ")}`,
  });
}
