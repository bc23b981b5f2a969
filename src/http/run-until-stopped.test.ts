import { Agent, get } from "node:http";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { UserError } from "../errors.ts";
import { createServer } from "./create-server.ts";
import { listen } from "./listen.ts";
import { runUntilStopped } from "./run-until-stopped.ts";

/** A server with one request under way that ends when `finish` is called. */
async function withRequestUnderWay() {
  const server = createServer({ host: "127.0.0.1" });
  let finish = () => {};
  const arrived = new Promise<void>((arrive) => {
    server.get("/slow", () => {
      arrive();
      return new Promise((resolve) => {
        finish = () => resolve({ done: true });
      });
    });
  });
  server.get("/", async () => ({}));
  const address = await listen(server, { host: "127.0.0.1", port: 0 });
  const answer = fetch(`${address}/slow`).then((response) => response.json());
  answer.catch(() => undefined);
  await arrived;
  return { server, address, answer, finish: () => finish() };
}

/** The status of an answer, or why there was none: ECONNREFUSED where the server was gone before it was asked. */
function ask(address: string, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    get(address, { agent }, (response) => {
      response.resume();
      response.on("end", () => resolve(String(response.statusCode)));
      response.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    }).on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
}

test("a signal lets requests under way end, and no new ones in", async () => {
  const { server, address, answer, finish } = await withRequestUnderWay();
  const signals: string[] = [];
  const stopped = runUntilStopped(server, { onStopping: (signal) => signals.push(signal) });
  process.emit("SIGTERM", "SIGTERM");
  await expect.poll(() => server.server.listening).toBe(false);
  await expect(fetch(address)).rejects.toThrow();
  finish();
  expect(await answer).toEqual({ done: true });
  expect(await stopped).toBe(true);
  expect(signals).toEqual(["SIGTERM"]);
  expect(process.listenerCount("SIGTERM")).toBe(0);
});

test("a request on a connection that is open already is answered, as the last one on it", async () => {
  const { server, address, answer, finish } = await withRequestUnderWay();
  // By hand: Node's own client closes a waiting connection on which something arrives unasked.
  const socket = connect(Number(new URL(address).port), "127.0.0.1");
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  const closed = new Promise((resolve) => socket.on("close", resolve));
  const rest = "Host: 127.0.0.1\r\n\r\n";
  socket.write(`GET / HTTP/1.1\r\n${rest}`);
  await expect.poll(() => text).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\n\r\n\{\}$/);
  text = "";
  // A connection with half a request on it is not idle.
  socket.write("GET / HTTP/1.1\r\n");
  await new Promise((resolve) => setTimeout(resolve, 50));
  const stopped = runUntilStopped(server);
  process.emit("SIGINT", "SIGINT");
  await expect.poll(() => server.server.listening).toBe(false);
  socket.write(rest);
  await closed;
  expect(text).toMatch(/^HTTP\/1\.1 200 /);
  expect(text).toMatch(/connection: close/i);
  finish();
  expect(await answer).toEqual({ done: true });
  expect(await stopped).toBe(true);
});

describe("a lame duck", () => {
  test("takes new connections for a while, and says that they are the last", async () => {
    const { server, address, answer, finish } = await withRequestUnderWay();
    const stopped = runUntilStopped(server, { lameDuck: 400 });
    process.emit("SIGTERM", "SIGTERM");
    const began = performance.now();
    const response = await fetch(address);
    expect([response.status, response.headers.get("connection")]).toEqual([200, "close"]);
    expect(server.traffic.isEnding).toBe(true);
    await expect.poll(() => server.server.listening).toBe(false);
    expect(performance.now() - began).toBeGreaterThan(350);
    finish();
    expect(await answer).toEqual({ done: true });
    expect(await stopped).toBe(true);
  });

  test("does not wait where nothing is connected", async () => {
    const server = createServer({ host: "127.0.0.1" });
    await listen(server, { host: "127.0.0.1", port: 0 });
    const stopped = runUntilStopped(server, { lameDuck: 60_000 });
    process.emit("SIGTERM", "SIGTERM");
    expect(await stopped).toBe(true);
  });

  test("is over at a second signal", async () => {
    const { server, answer } = await withRequestUnderWay();
    const stopped = runUntilStopped(server, { lameDuck: 60_000 });
    process.emit("SIGTERM", "SIGTERM");
    await new Promise((resolve) => setTimeout(resolve, 50));
    process.emit("SIGTERM", "SIGTERM");
    expect(await stopped).toBe(false);
    await expect(answer).rejects.toThrow();
  });

  test("loses no request of clients that keep asking on kept connections", { timeout: 60_000 }, async () => {
    const lost: string[] = [];
    let answered = 0;
    for (let drain = 0; drain < 2; drain++) {
      const server = createServer({ host: "127.0.0.1" });
      server.get("/", async () => {
        await new Promise((resolve) => setTimeout(resolve, 2));
        return {};
      });
      const address = await listen(server, { host: "127.0.0.1", port: 0 });
      const clients = Array.from({ length: 16 }, async () => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 });
        for (;;) {
          const outcome = await ask(address, agent);
          if (outcome === "ECONNREFUSED") break;
          if (outcome === "200") answered++;
          else lost.push(outcome);
        }
        agent.destroy();
      });
      const stopped = runUntilStopped(server, { lameDuck: 150 });
      await new Promise((resolve) => setTimeout(resolve, 100));
      process.emit("SIGTERM", "SIGTERM");
      expect(await stopped).toBe(true);
      await Promise.all(clients);
    }
    expect(lost).toEqual([]);
    expect(answered).toBeGreaterThan(200);
  });
});

test("what does not end in time is cut off, and that is said", async () => {
  const { server, answer } = await withRequestUnderWay();
  const stopped = runUntilStopped(server, { drain: 100 });
  process.emit("SIGTERM", "SIGTERM");
  expect(await stopped).toBe(false);
  await expect(answer).rejects.toThrow();
});

test("a second signal does not wait", async () => {
  const { server } = await withRequestUnderWay();
  const stopped = runUntilStopped(server);
  process.emit("SIGINT", "SIGINT");
  await expect.poll(() => server.server.listening).toBe(false);
  process.emit("SIGINT", "SIGINT");
  expect(await stopped).toBe(false);
});

test("an address that is taken is the user's to mend", async () => {
  const { server, address, finish } = await withRequestUnderWay();
  const port = Number(new URL(address).port);
  const second = createServer({ host: "127.0.0.1" });
  await expect(listen(second, { host: "127.0.0.1", port })).rejects.toThrow(UserError);
  await expect(listen(second, { host: "127.0.0.1", port })).rejects.toThrow(/something else listens there/);
  finish();
  await Promise.all([server.close(), second.close()]);
});
