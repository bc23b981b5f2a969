import { z } from "zod";
import { UserError } from "./errors.ts";

/** Validates a config, given or saved, and names each invalid key. */
export function parseConfig<S extends z.ZodType>(schema: S, value: unknown, what: string): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new UserError(`${what} is not valid: ${z.prettifyError(result.error).replaceAll("\n", " ")}`);
}

/** Validates a saved description, naming each invalid key. */
export function parseSaved<S extends z.ZodType>(schema: S, value: unknown, what: string): z.output<S> {
  return parseConfig(schema, value, `the saved ${what}`);
}
