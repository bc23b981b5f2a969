import { connect, type Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { testServer } from "../../test/support/servers/test-server.ts";
import type { ServerLimits } from "./create-server.ts";
import type { Server } from "./server.ts";

async function example(limits: Partial<ServerLimits> = {}): Promise<{ server: Server; port: number }> {
  const server = testServer({ limits });
  server.get("/", async () => ({ fine: true }));
  server.post("/", async (request) => ({ got: request.body }));
  const address = await server.listen({ host: "127.0.0.1", port: 0 });
  return { server, port: Number(new URL(address).port) };
}

/** A connection by hand; `ended` gives all that came when the server has closed it. */
function dial(port: number): { socket: Socket; ended: Promise<string> } {
  const socket = connect(port, "127.0.0.1");
  const ended = new Promise<string>((resolve) => {
    let text = "";
    socket.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
    socket.on("error", () => undefined).on("close", () => resolve(text));
  });
  return { socket, ended };
}

const head = (lines: readonly string[]) => `${lines.join("\r\n")}\r\n\r\n`;
const GET = head(["GET / HTTP/1.1", "Host: 127.0.0.1", "Connection: close"]);

const fetched = async (port: number) => (await fetch(`http://127.0.0.1:${port}/`)).status;

describe("slow loris", () => {
  test("headers that never end are 408, and others are served meanwhile", async () => {
    const { port } = await example({ headers: 300, request: 600 });
    const slow = Array.from({ length: 20 }, () => dial(port));
    const drips = setInterval(() => {
      for (const { socket } of slow) if (socket.writable) socket.write("X-Drip: 1\r\n");
    }, 50);
    for (const { socket } of slow) socket.write("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n");
    expect(await fetched(port)).toBe(200);
    const answers = await Promise.all(slow.map(({ ended }) => ended));
    clearInterval(drips);
    for (const answer of answers) {
      expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
      expect(answer).toMatch(/\{"error":\{"code":"request-timeout","message":"[^"]+"\}\}$/);
    }
    expect(await fetched(port)).toBe(200);
  });

  test("a body that drips is 408", async () => {
    const { port } = await example({ headers: 200, request: 400 });
    const { socket, ended } = dial(port);
    socket.write(
      head(["POST / HTTP/1.1", "Host: 127.0.0.1", "Content-Type: application/json", "Content-Length: 1000"]),
    );
    const drips = setInterval(() => socket.writable && socket.write(" "), 50);
    const answer = await ended;
    clearInterval(drips);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(await fetched(port)).toBe(200);
  });

  test("a connection that says nothing is closed", async () => {
    const { port } = await example({ headers: 200, request: 400 });
    expect(await dial(port).ended).toMatch(/^HTTP\/1\.1 408 /);
  });

  test("no more connections than allowed", async () => {
    const { port } = await example({ connections: 3 });
    const open = Array.from({ length: 3 }, () => dial(port));
    await Promise.all(open.map(({ socket }) => new Promise((resolve) => socket.once("connect", resolve))));
    const fourth = dial(port);
    fourth.socket.write(GET);
    expect(await fourth.ended).toBe("");
    for (const { socket } of open) socket.destroy();
    await Promise.all(open.map(({ ended }) => ended));
    await expect.poll(() => fetched(port).catch(() => 0)).toBe(200);
  });
});

describe("what is no proper request", () => {
  const answerTo = async (bytes: string) => {
    const { port } = await example();
    const { socket, ended } = dial(port);
    socket.write(bytes);
    const text = await ended;
    expect(await fetched(port)).toBe(200);
    return [Number(text.slice(9, 12)), /"code":"([^"]+)"/.exec(text)?.[1]];
  };

  test.each([
    ["noise", "\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", 400, "bad-request"],
    ["no host", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n", 400, undefined],
    ["an empty host", "GET / HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n", 421, "wrong-host"],
    ["no host in the old protocol", "GET / HTTP/1.0\r\n\r\n", 421, "wrong-host"],
    [
      "a host in the address as well",
      "GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
      421,
      "wrong-host",
    ],
    [
      "two lengths (request smuggling)",
      "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
      400,
      "bad-request",
    ],
    [
      "a length and chunks (request smuggling)",
      "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      400,
      "bad-request",
    ],
    [
      "headers without end",
      `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ${"x".repeat(20_000)}\r\n\r\n`,
      431,
      "headers-too-large",
    ],
  ])("%s", async (_, bytes, status, code) => {
    expect(await answerTo(bytes)).toEqual([status, code]);
  });

  test("requests that are sent far ahead of their answers end the connection, and others are served", async () => {
    const server = testServer({ limits: { pipelined: 8 } });
    let asked = 0;
    server.get("/", async () => ({ fine: true }));
    server.get("/slow", () => {
      asked++;
      return new Promise((resolve) => setTimeout(() => resolve({}), 300));
    });
    const address = await server.listen({ host: "127.0.0.1", port: 0 });
    const port = Number(new URL(address).port);
    const { socket, ended } = dial(port);
    socket.write(head(["GET /slow HTTP/1.1", "Host: 127.0.0.1"]).repeat(5000));
    expect(await fetched(port)).toBe(200);
    const text = await ended;
    expect(asked).toBe(8);
    expect(text.match(/HTTP\/1\.1 200 /g)).toHaveLength(8);
    expect(text.match(/HTTP\/1\.1 429 /g)).toHaveLength(1);
    expect(text).toContain('"code":"pipelined"');
  });

  test("a chunked body over the limit is 413 without being read to its end", async () => {
    const { port } = await example({ body: 1000 });
    const { socket, ended } = dial(port);
    socket.write(
      head([
        "POST / HTTP/1.1",
        "Host: 127.0.0.1",
        "Content-Type: application/json",
        "Transfer-Encoding: chunked",
      ]),
    );
    for (let i = 0; i < 4; i++) socket.write(`190\r\n${" ".repeat(400)}\r\n`);
    await expect.poll(() => socket.bytesRead, { timeout: 2000 }).toBeGreaterThan(0);
    socket.destroy();
    expect(await ended).toMatch(/^HTTP\/1\.1 413 /);
  });
});
