import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { testServer } from "../../test/support/servers/test-server.ts";
import { UserError } from "../errors.ts";
import { createServer, type ServerOptions } from "./create-server.ts";
import type { Server } from "./server.ts";

const token = "correct-horse-battery-staple";

function example(options: Partial<ServerOptions> = {}): Server {
  const server = testServer({ host: "0.0.0.0", token, ...options });
  server.get("/", async () => ({ fine: true }));
  server.post("/", async () => ({ fine: true }));
  server.get("/healthz", async () => ({ fine: true }));
  return server;
}

async function listening() {
  const server = example({ cookie: true });
  const address = await server.listen({ host: "127.0.0.1", port: 0 });
  return { server, port: Number(new URL(address).port) };
}

describe("a server that others can reach", () => {
  test.each(["0.0.0.0", "::", "192.168.0.7", "ner.example"])(
    "does not start without a token on %s",
    (host) => {
      expect(() => createServer({ host })).toThrow(/needs a token/);
      expect(() => createServer({ host })).toThrow(UserError);
    },
  );

  test.each(["127.0.0.1", "::1", "localhost", "127.1.2.3"])("needs none on %s", async (host) => {
    const server = createServer({ host });
    expect((await server.inject("/")).statusCode).toBe(404);
  });

  test.each(["", "short", "fifteen-letters"])(
    "does not start with the token %j, which can be guessed",
    (weak) => {
      expect(() => createServer({ host: "0.0.0.0", token: weak })).toThrow(/too short/);
    },
  );

  test("does not start with a token that no header can carry", () => {
    expect(() => createServer({ host: "0.0.0.0", token: "sixteen letters ü" })).toThrow(/header/);
  });
});

test.each(["//", "//?x", "///", "/\\", "/%", "//example.org/", "*"])(
  "the address %j is no bug of the server",
  async (url) => {
    const { server, port } = await listening();
    const text = await new Promise<string>((resolve) => {
      const socket = connect(port, "127.0.0.1");
      let all = "";
      socket.on("data", (chunk) => {
        all += chunk;
      });
      socket.on("close", () => resolve(all));
      socket.write(`GET ${url} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
    });
    expect(text).toMatch(/^HTTP\/1\.1 4\d\d /);
    await server.close();
  },
);

describe("a token", () => {
  const ask = (authorization?: string) =>
    example().inject({ url: "/", headers: authorization === undefined ? {} : { authorization } });

  test("lets those in who have it", async () => {
    expect((await ask(`Bearer ${token}`)).statusCode).toBe(200);
    expect((await ask(`bearer  ${token}`)).statusCode).toBe(200);
  });

  test.each([
    undefined,
    "",
    "Bearer",
    "Bearer ",
    `Bearer ${token}x`,
    `Bearer ${token.slice(1)}`,
    `Basic ${token}`,
    token,
  ])("keeps out %j", async (authorization) => {
    const answer = await ask(authorization);
    expect([answer.statusCode, answer.json().error.code]).toEqual([401, "unauthorised"]);
    expect(answer.headers["www-authenticate"]).toBe("Bearer");
    expect(answer.body).not.toContain(token);
  });

  test("is asked for at addresses that are not there as well, so that none can be found out", async () => {
    expect((await example().inject("/secret")).statusCode).toBe(401);
  });

  test("is not asked for where a path is open, and only there", async () => {
    const server = example({ openPaths: ["/healthz"] });
    expect((await server.inject("/healthz")).statusCode).toBe(200);
    for (const url of ["/healthz/", "/healthz/../", "//healthz", "/?/healthz"]) {
      expect((await server.inject(url)).statusCode).toBe(401);
    }
  });

  test("is asked for on this machine too, where one was given", async () => {
    expect((await example({ host: "127.0.0.1" }).inject("/")).statusCode).toBe(401);
  });
});

describe("a cookie for browsers", () => {
  test("takes the place of the token after one visit", async () => {
    const server = example({ cookie: true });
    const visit = await server.inject(`/?token=${token}&page=2`);
    expect([visit.statusCode, visit.headers.location]).toEqual([303, "/?page=2"]);
    const cookie = String(visit.headers["set-cookie"]);
    expect(cookie).toMatch(/; HttpOnly; SameSite=Strict$/);
    expect(cookie).not.toContain(token);
    const again = await server.inject({ url: "/", headers: { cookie: `other=1; ${cookie.split(";")[0]}` } });
    expect(again.statusCode).toBe(200);
  });

  test("is not given for a wrong token, nor where cookies are off, nor taken when made up", async () => {
    expect((await example({ cookie: true }).inject("/?token=wrong")).statusCode).toBe(401);
    expect((await example().inject(`/?token=${token}`)).statusCode).toBe(401);
    const made = await example({ cookie: true }).inject({
      url: "/",
      headers: { cookie: `lacuna-token=${token}` },
    });
    expect(made.statusCode).toBe(401);
  });

  test("does not lead to another site", async () => {
    const server = example({ cookie: true });
    const visit = await server.inject({ url: `//evil.example/?token=${token}` });
    expect(String(visit.headers.location ?? "/")).toMatch(/^\/(?!\/)/);
  });
});
