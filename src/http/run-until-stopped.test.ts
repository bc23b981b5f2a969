import { connect } from "node:net";
import { expect, test } from "vitest";
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

test("a request on a connection that is open already is told to go elsewhere", async () => {
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
  await expect.poll(() => text).toMatch(/^HTTP\/1\.1 200 [^]*\r\n\r\n\{\}$/);
  text = "";
  // The server closes idle connections when it stops; this one has half a request on it, so it is not idle.
  socket.write("GET / HTTP/1.1\r\n");
  await new Promise((resolve) => setTimeout(resolve, 50));
  const stopped = runUntilStopped(server);
  process.emit("SIGINT", "SIGINT");
  await expect.poll(() => server.server.listening).toBe(false);
  socket.write(rest);
  await closed;
  expect(text).toMatch(/^HTTP\/1\.1 503 /);
  expect(text).toMatch(/retry-after: 1/i);
  expect(text).toContain('"code":"stopping"');
  finish();
  expect(await answer).toEqual({ done: true });
  expect(await stopped).toBe(true);
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
