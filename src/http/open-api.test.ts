import { expect, test } from "vitest";
import { z } from "zod";
import { createServer } from "./create-server.ts";
import { addOpenApi, errorShape } from "./open-api.ts";

test("what routes say about themselves stands in the document", async () => {
  const server = createServer({ host: "127.0.0.1" });
  await addOpenApi(server, { title: "Example", description: "An example", hasToken: true });
  server.post(
    "/double/:name",
    {
      schema: {
        summary: "Doubles a number",
        params: z.object({ name: z.string() }),
        body: z.object({ value: z.int().min(0).default(1).describe("what to double") }),
        response: { 200: z.object({ double: z.number() }), "4xx": errorShape },
      },
    },
    async (request) => ({ double: 2 * request.body.value }),
  );
  server.get("/hidden", async () => ({}));
  expect((await server.inject({ method: "POST", url: "/double/x", payload: {} })).json()).toEqual({
    double: 2,
  });
  const document = (await server.inject("/openapi.json")).json();
  await server.close();
  expect(document.openapi).toBe("3.1.0");
  expect(Object.keys(document.paths)).toEqual(["/double/{name}"]);
  const { post } = document.paths["/double/{name}"];
  expect(post.summary).toBe("Doubles a number");
  const { value } = post.requestBody.content["application/json"].schema.properties;
  expect(value).toMatchObject({ type: "integer", minimum: 0, default: 1, description: "what to double" });
  expect(post.responses["200"].content["application/json"].schema.required).toEqual(["double"]);
  expect(post.responses["4XX"].content["application/json"].schema.properties.error.required).toEqual([
    "code",
    "message",
  ]);
  expect(post.parameters).toMatchObject([{ name: "name", in: "path", required: true }]);
  expect(document.components.securitySchemes.token).toEqual({ type: "http", scheme: "bearer" });
});
