import swagger from "@fastify/swagger";
import type { FastifySchema } from "fastify";
import { z } from "zod";
import { lacunaVersion } from "../lacuna-version.ts";
import type { Server } from "./server.ts";
import { jsonSchema } from "./zod-provider.ts";

/** The shape of every error, for the `response` of routes: `{ "4xx": errorShape, "5xx": errorShape }`. */
export const errorShape = z
  .object({
    error: z.object({
      code: z.string().describe("for programs; stable"),
      message: z.string().describe("for people"),
      hint: z.string().optional().describe("what can be done about it"),
    }),
  })
  .describe("What went wrong");

/** Adds `GET /openapi.json`, which describes all routes that are declared after this and have a `summary`. */
export async function addOpenApi(
  server: Server,
  { title, description, hasToken }: { title: string; description: string; hasToken: boolean },
): Promise<void> {
  await server.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title, description, version: lacunaVersion() },
      ...(hasToken && {
        components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
        security: [{ token: [] }],
      }),
    },
    transform: ({ schema, url }) => ({ schema: described(schema), url }),
  });
  server.get("/openapi.json", { schema: { hide: true } }, async () => server.swagger());
}

/** A route's schema with JSON Schema in the place of zod; routes that say nothing about themselves are left out. */
function described(schema: FastifySchema | undefined): FastifySchema {
  if (schema?.summary === undefined) return { hide: true };
  const { body, querystring, params, response, ...rest } = schema;
  return {
    ...rest,
    ...(body instanceof z.ZodType && { body: jsonSchema(body, "input") }),
    ...(querystring instanceof z.ZodType && { querystring: jsonSchema(querystring, "input") }),
    ...(params instanceof z.ZodType && { params: jsonSchema(params, "input") }),
    ...(response !== undefined && {
      response: Object.fromEntries(
        Object.entries(response as object).map(([status, shape]) => [
          status,
          shape instanceof z.ZodType ? jsonSchema(shape, "output") : shape,
        ]),
      ),
    }),
  };
}
