import { afterAll, beforeAll, expect, test } from "vitest";
import { type AuditOnDisk, writeAudit } from "../../../test/support/review/audit-folder.ts";
import type { Server } from "../../http/index.ts";
import type { SuggestionPage } from "../api.ts";
import { createReviewServer } from "../create-review-server.ts";

let folder: AuditOnDisk;
let server: Server;
let address: string;

beforeAll(async () => {
  folder = await writeAudit({ size: 300 });
  server = await createReviewServer({ dir: folder.dir, user: "ada", host: "127.0.0.1" });
  address = await server.listen({ host: "127.0.0.1", port: 0 });
});

afterAll(async () => {
  await server.close();
  folder.remove();
});

interface Heard {
  readonly event: string;
  readonly id: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: each event has its own
  readonly data: any;
}

/** A window: reads events from the stream as a browser does. */
async function openWindow(path = "/api/events", headers: Record<string, string> = {}) {
  const answer = await fetch(`${address}${path}`, { headers });
  expect(answer.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  const next = async (): Promise<Heard | undefined> => {
    for (;;) {
      const end = rest.indexOf("\n\n");
      if (end >= 0) {
        const block = rest.slice(0, end);
        rest = rest.slice(end + 2);
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1];
        const [event, data] = [field("event"), field("data")];
        if (event !== undefined && data !== undefined)
          return { event, id: field("id"), data: JSON.parse(data) };
        continue;
      }
      const { done, value } = await reader.read();
      if (done) return undefined;
      rest += value;
    }
  };
  return { next, close: () => reader.cancel() };
}

async function post(path: string, body: object) {
  const answer = await fetch(`${address}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return answer.json();
}

test("every window is told of every decision, whoever made it", async () => {
  const windows = await Promise.all([openWindow(), openWindow()]);
  await post("/api/decisions", { suggestion: 1, action: "accept", who: "bob" });
  for (const window of windows) {
    expect(await window.next()).toMatchObject({
      event: "decision",
      id: "1",
      data: {
        who: "bob",
        action: "accept",
        items: [{ id: 1, status: "accepted", decision: { who: "bob" } }],
        many: false,
        sentences: [folder.suggestions[0]!.sentence],
        counts: { accepted: 1 },
        history: 1,
      },
    });
  }
  await post("/api/undo", { who: "bob" });
  expect(await windows[0]!.next()).toMatchObject({
    event: "decision",
    id: "2",
    data: { action: "undo", items: [{ id: 1, status: "open" }] },
  });
  await post("/api/entities", { sentence: 3, start: 0, end: 1, label: "HAND", who: "eve" });
  expect(await windows[0]!.next()).toMatchObject({
    event: "entity",
    id: "3",
    data: { sentence: 3, who: "eve", action: "add" },
  });
  await Promise.all(windows.map((window) => window.close()));
});

test("a window that was away is told what it missed", async () => {
  const window = await openWindow("/api/events", { "last-event-id": "1" });
  expect([(await window.next())!.id, (await window.next())!.id]).toEqual(["2", "3"]);
  await window.close();
  const fresh = await openWindow("/api/events?after=2");
  expect((await fresh.next())!.id).toBe("3");
  await fresh.close();
});

test("after very much, or where it knows another review, it is told to ask for everything", async () => {
  const other = await openWindow("/api/events?after=999999");
  expect(await other.next()).toMatchObject({ event: "reload", data: { history: 3 } });
  await other.close();
  for (let i = 0; i < 202; i++)
    await post("/api/decisions", { suggestion: 2, action: i % 2 === 0 ? "accept" : "reject" });
  const window = await openWindow("/api/events?after=1");
  expect(await window.next()).toMatchObject({ event: "reload", id: "205" });
  await window.close();
});

test("a hundred windows are told, one more is asked to wait; stopping the server ends them all", async () => {
  const windows = [];
  for (let i = 0; i < 100; i++) windows.push(await openWindow());
  expect((await fetch(`${address}/api/events`)).status).toBe(429);
  const page = (await (
    await fetch(`${address}/api/suggestions?status=open&count=1`)
  ).json()) as SuggestionPage;
  await post("/api/decisions", { suggestion: page.items[0]!.id, action: "reject" });
  const heard = await Promise.all(windows.map((window) => window.next()));
  expect(new Set(heard.map((event) => event!.id))).toEqual(new Set(["206"]));
  await server.close();
  expect(await windows[0]!.next()).toBeUndefined();
});
