import { describe, expect, test } from "vitest";
import { z } from "zod";
import { testServer } from "../../test/support/servers/test-server.ts";
import { UserError } from "../errors.ts";
import { createServer, type ServerOptions } from "./create-server.ts";
import { HttpError } from "./http-error.ts";
import type { Server } from "./server.ts";

/** A server with a few routes that show what may happen. */
function example(options: Partial<ServerOptions> = {}): Server {
  const server = testServer(options);
  server.get("/fine", async () => ({ fine: true }));
  server.post(
    "/sum",
    { schema: { body: z.strictObject({ of: z.array(z.number()).max(3) }) } },
    async (request) => ({
      sum: request.body.of.reduce((sum, value) => sum + value, 0),
    }),
  );
  server.get("/mistake", async () => {
    throw new UserError('there is no "x"', { hint: "choose y" });
  });
  server.get("/busy", async () => {
    throw new HttpError(429, "busy", "too much at once", { retryAfter: 3 });
  });
  server.get("/bug", async () => {
    throw new Error("a secret path: /home/ada");
  });
  return server;
}

test("a full disk is 507, and the server goes on", async () => {
  const bugs: unknown[] = [];
  const server = example({ onBug: (error) => bugs.push(error) });
  let isFull = true;
  server.get("/save", async () => {
    if (isFull) throw Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
    return { saved: true };
  });
  const answer = await server.inject("/save");
  expect([answer.statusCode, answer.headers["retry-after"]]).toEqual([507, "10"]);
  expect(answer.json().error).toMatchObject({
    code: "storage",
    message: "it could not be saved: the disk is full",
  });
  isFull = false;
  expect((await server.inject("/save")).json()).toEqual({ saved: true });
  expect(bugs).toEqual([]);
});

const json = { "content-type": "application/json" };

describe("one shape for every error", () => {
  test("a user's mistake is 400 with its hint", async () => {
    const answer = await example().inject("/mistake");
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({
      error: { code: "invalid-request", message: 'there is no "x"', hint: "choose y" },
    });
  });

  test("429 says when to try again", async () => {
    const answer = await example().inject("/busy");
    expect(answer.statusCode).toBe(429);
    expect(answer.headers["retry-after"]).toBe("3");
    expect(answer.json()).toEqual({ error: { code: "busy", message: "too much at once" } });
  });

  test("a bug of ours is told to the operator, not to the client", async () => {
    const bugs: unknown[] = [];
    const answer = await example({ onBug: (error) => bugs.push(error) }).inject("/bug");
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toContain("ada");
    expect(answer.json().error.code).toBe("internal");
    expect(bugs.map(String)).toEqual(["Error: a secret path: /home/ada"]);
  });

  test("an unknown address is 404, a known one with the wrong method 405", async () => {
    const server = example();
    const missing = await server.inject("/nothing");
    expect([missing.statusCode, missing.json().error.code]).toEqual([404, "not-found"]);
    const wrong = await server.inject("/sum");
    expect([wrong.statusCode, wrong.json().error.code, wrong.headers.allow]).toEqual([
      405,
      "wrong-method",
      "POST",
    ]);
  });

  test.each(["/a*b", "/:x", "/:x(", "/:x(((a+)+", "/sum(", "/**"])("%s is nowhere", async (url) => {
    const answer = await example().inject(url);
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, "not-found"]);
  });
});

describe("bodies", () => {
  const post = (server: Server, payload: string, headers: Record<string, string> = json) =>
    server.inject({ method: "POST", url: "/sum", payload, headers });

  test("what fits is served", async () => {
    expect((await post(example(), '{"of":[1,2,4]}')).json()).toEqual({ sum: 7 });
  });

  test.each([
    ["half an object", '{"of":[1,'],
    ["nothing", ""],
    ["invalid UTF-8 and control characters", "\u0000\u0001"],
    ["a poisoned prototype", '{"__proto__":{"x":1},"of":[]}'],
  ])("malformed JSON is 400: %s", async (_, body) => {
    const answer = await post(example(), body);
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, "malformed-json"]);
  });

  test("what is wrong is named with its place", async () => {
    const answer = await post(example(), '{"of":[1,"2"],"extra":0}');
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error).toEqual({
      code: "invalid-request",
      message: expect.stringMatching(
        /^body\.of\[1\]: invalid input: expected number.*; body: unrecognized key: "extra"$/,
      ),
    });
  });

  test("a body over the limit is 413, said or chunked", async () => {
    const server = example({ limits: { body: 100 } });
    const answer = await post(server, `{"of":[${"1,".repeat(100)}1]}`);
    expect([answer.statusCode, answer.json().error.code]).toEqual([413, "body-too-large"]);
    expect(answer.json().error.message).toBe("the body is larger than 100 bytes");
  });

  test.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])(
    "%s, which a page may send without being asked, is 415",
    async (type) => {
      const answer = await post(example(), '{"of":[1]}', { "content-type": type });
      expect([answer.statusCode, answer.json().error.code]).toEqual([415, "unsupported-media-type"]);
    },
  );

  test("compressed bodies, which could be bombs, are 415", async () => {
    const answer = await post(example(), '{"of":[1]}', { ...json, "content-encoding": "gzip" });
    expect([answer.statusCode, answer.json().error.code]).toEqual([415, "unsupported-encoding"]);
  });
});

describe("deadline", () => {
  test("an answer that takes too long is 503, and the handler is told", async () => {
    const server = createServer({ host: "127.0.0.1", limits: { deadline: 50 } });
    let told = false;
    server.post("/slow", (request) => {
      return new Promise((resolve) => {
        request.cancelled.addEventListener("abort", () => {
          told = true;
          setTimeout(() => resolve({ late: true }), 50);
        });
      });
    });
    const address = await server.listen({ host: "127.0.0.1", port: 0 });
    const answer = await fetch(`${address}/slow`, { method: "POST", headers: json, body: '{"some":"body"}' });
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("1");
    expect(await answer.json()).toMatchObject({ error: { code: "deadline" } });
    expect(told).toBe(true);
  });
});

test("every answer keeps browsers from running or loading anything that is not of this server", async () => {
  const server = example();
  for (const url of ["/fine", "/bug", "/nothing", "/%"]) {
    const policy = String((await server.inject(url)).headers["content-security-policy"]);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
  }
  expect((await server.inject("/fine")).headers["x-content-type-options"]).toBe("nosniff");
});

test("paths are not decoded into other paths", async () => {
  const server = example();
  for (const url of [
    "/../../etc/passwd",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/fine/..%2f..%2fetc/passwd",
    "/..\\..\\x",
  ]) {
    expect((await server.inject(url)).statusCode).toBe(404);
  }
  const broken = await server.inject("/%c0%ae%c0%ae/");
  expect([broken.statusCode, broken.json().error.code]).toEqual([400, "bad-url"]);
});
