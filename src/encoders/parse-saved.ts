import { z } from "zod";
import { UserError } from "../errors.ts";

/** Checks a saved description, naming each key that is wrong. */
export function parseSaved<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new UserError(
    `the saved ${what} is not valid: ${z.prettifyError(result.error).replaceAll("\n", " ")}`,
  );
}
