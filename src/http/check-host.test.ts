import { hostname } from "node:os";
import { describe, expect, test } from "vitest";
import { testServer } from "../../test/support/servers/test-server.ts";
import type { ServerOptions } from "./create-server.ts";
import type { Server } from "./server.ts";

function example(options: Partial<ServerOptions> = {}): Server {
  const server = testServer(options);
  server.all("/", async () => ({ fine: true }));
  return server;
}

const token = "0123456789abcdef";
const status = async (server: Server, headers: Record<string, string>) => {
  const answer = await server.inject({ url: "/", headers: { authorization: `Bearer ${token}`, ...headers } });
  return [answer.statusCode, answer.statusCode === 200 ? "" : answer.json().error.code];
};

describe("on this machine only", () => {
  test.each([
    "127.0.0.1:8080",
    "localhost:8080",
    "LOCALHOST",
    "[::1]:8080",
    "lacuna.localhost",
    "127.0.0.2",
    "localhost.",
  ])("answers to %s", async (host) => {
    expect(await status(example(), { host })).toEqual([200, ""]);
  });

  // rebound.example may be made to mean 127.0.0.1 by its owner; the Host header gives it away.
  test.each([
    "rebound.example",
    "rebound.example:8080",
    "127.0.0.1.rebound.example",
    "localhost.rebound.example",
    "192.168.0.7",
    "127.0.0.1@rebound.example",
    "127.0.0.1/..",
    " ",
    "[::1",
  ])("does not answer to %j", async (host) => {
    expect(await status(example(), { host })).toEqual([421, "wrong-host"]);
  });

  test("does not answer to its own host name, which others could make mean anything", async () => {
    const host = hostname();
    if (host === "localhost") return;
    expect(await status(example(), { host })).toEqual([421, "wrong-host"]);
    expect(await status(example({ allowedHosts: [host] }), { host })).toEqual([200, ""]);
  });
});

describe("where others can reach it", () => {
  const open = { host: "0.0.0.0", token };

  test.each(["192.168.0.7:8080", "[2001:db8::7]:8080", hostname(), "localhost"])(
    "answers to %s: an address cannot be rebound, and the token is checked",
    async (host) => {
      expect(await status(example(open), { host })).toEqual([200, ""]);
    },
  );

  test("answers to a name only where it was told so", async () => {
    expect(await status(example(open), { host: "ner.example" })).toEqual([421, "wrong-host"]);
    expect(
      await status(example({ ...open, allowedHosts: ["NER.example"] }), { host: "ner.example" }),
    ).toEqual([200, ""]);
  });
});

describe("origin", () => {
  const host = "127.0.0.1:8080";

  test("its own pages may ask", async () => {
    expect(await status(example(), { host, origin: "http://127.0.0.1:8080" })).toEqual([200, ""]);
  });

  test.each([
    "http://evil.example",
    "http://127.0.0.1:9999",
    "http://localhost:8080",
    "null",
    "file://",
    "http://127.0.0.1:8080.evil.example",
    "http://127.0.0.1:8080@evil.example",
  ])("pages of %s may not", async (origin) => {
    expect(await status(example(), { host, origin })).toEqual([403, "wrong-origin"]);
  });

  test("a page behind the same rebound name is stopped by its host", async () => {
    const both = { host: "evil.example:8080", origin: "http://evil.example:8080" };
    expect(await status(example(), both)).toEqual([421, "wrong-host"]);
  });

  test("an origin that was let in gets the headers its browser asks for, others do not", async () => {
    const server = example({ allowedOrigins: ["https://app.example"], token });
    const preflight = (origin: string) =>
      server.inject({
        method: "OPTIONS",
        url: "/",
        headers: { host, origin, "access-control-request-method": "POST" },
      });
    const answer = await preflight("https://app.example");
    expect(answer.statusCode).toBe(204);
    expect(answer.headers["access-control-allow-origin"]).toBe("https://app.example");
    expect(answer.headers["access-control-allow-headers"]).toContain("authorization");
    expect((await preflight("https://other.example")).statusCode).toBe(403);
    expect((await preflight("https://other.example")).headers["access-control-allow-origin"]).toBeUndefined();
  });
});

describe("what a browser says of where a request comes from, without an Origin", () => {
  const ask = async (url: string, site: string, mode: string) => {
    const server = example();
    server.get("/api/export", async () => ({ fine: true }));
    const headers = { host: "127.0.0.1", "sec-fetch-site": site, "sec-fetch-mode": mode };
    // The second is known by its host name already.
    await server.inject({ url, headers: { host: "127.0.0.1" } });
    return (await server.inject({ url, headers })).statusCode;
  };

  test.each([
    ["/", "same-origin", "no-cors", 200],
    ["/", "none", "navigate", 200],
    ["/api/export", "same-origin", "navigate", 200],
    ["/", "cross-site", "navigate", 200],
    ["/", "cross-site", "no-cors", 403],
    ["/api/export", "cross-site", "no-cors", 403],
    ["/api/export", "cross-site", "navigate", 403],
    ["/api/export", "same-site", "navigate", 403],
  ])("%s, %s, %s: %i", async (url, site, mode, expected) => {
    expect(await ask(url, site, mode)).toBe(expected);
  });
});
