import type { z } from "zod";
import { parseConfig } from "./parse-config.ts";

/** Checks a saved description, naming each key that is wrong. */
export function parseSaved<S extends z.ZodType>(schema: S, value: unknown, what: string): z.output<S> {
  return parseConfig(schema, value, `the saved ${what}`);
}
