import type { FastifySchemaCompiler, FastifyTypeProvider } from "fastify";
import { z } from "zod";
import { HttpError } from "./http-error.ts";

/** Lets routes be declared with zod schemas, so that what a handler gets has their types. */
export interface ZodProvider extends FastifyTypeProvider {
  readonly validator: this["schema"] extends z.ZodType ? z.output<this["schema"]> : unknown;
  readonly serializer: this["schema"] extends z.ZodType ? z.input<this["schema"]> : unknown;
}

/** Checks bodies, queries and parameters with the zod schemas of their routes. */
export const zodValidator: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  return (given: unknown) => {
    const result = schema.safeParse(given);
    if (result.success) return { value: result.data };
    return { error: new HttpError(400, "invalid-request", describe(result.error, httpPart ?? "request")) };
  };
};

/** What is wrong, each with its place: `body.texts[3]: too long`. */
function describe({ issues }: z.ZodError, part: string): string {
  const shown = issues.slice(0, 5).map(({ path, message }) => {
    const place = path.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("");
    return `${part}${place}: ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
  });
  if (issues.length > shown.length) shown.push(`and ${issues.length - shown.length} more`);
  return shown.join("; ");
}

/** A schema as JSON Schema, for the OpenAPI document. */
export function jsonSchema(schema: z.ZodType, io: "input" | "output"): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: "draft-2020-12",
    io,
    unrepresentable: "any",
  });
  return rest;
}
