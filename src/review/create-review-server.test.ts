import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type AuditOnDisk,
  sentenceOf,
  suggestionOf,
  writeAudit,
} from "../../test/support/review/audit-folder.ts";
import { madeUpAudit } from "../../test/support/review/made-up-audit.ts";
import { entityKey, readCorpus, type Sentence } from "../data/index.ts";
import type { Server } from "../http/index.ts";
import type { HistoryPage, ReviewState, SuggestionItem, SuggestionPage } from "./api.ts";
import { createReviewServer } from "./create-review-server.ts";
import { exportFormats } from "./routes/export-route.ts";

const sentences = [
  sentenceOf("Ada Lovelace met Charles Babbage in London", [0, 2, "PER"]),
  sentenceOf("London is large", [0, 1, "PER"]),
  sentenceOf("In London and in London 🙂 and ÅNGSTRÖM"),
  sentenceOf("ירושלים היא עיר גדולה"),
];
const suggestions = [
  suggestionOf(sentences, 0, [3, 5, "PER"], { probability: 0.99 }),
  suggestionOf(sentences, 0, [6, 7, "LOC"], { probability: 0.98 }),
  suggestionOf(sentences, 1, [0, 1, "LOC"], { probability: 0.9, was: [0, 1, "PER"] }),
  suggestionOf(sentences, 2, [1, 2, "LOC"], { probability: 0.8 }),
  suggestionOf(sentences, 2, [4, 5, "LOC"], { probability: 0.4 }),
  suggestionOf(sentences, 2, [7, 8, "__proto__"], { probability: 0.3 }),
  suggestionOf(sentences, 3, [0, 1, "LOC"], { probability: 0.2 }),
];

let folder: AuditOnDisk;
let server: Server;
let app: string;

beforeAll(async () => {
  folder = await writeAudit({ audit: { sentences, suggestions, summary: madeUpAudit({ size: 5 }).summary } });
  app = mkdtempSync(join(tmpdir(), "lacuna-app-"));
  writeFileSync(join(app, "index.html"), "<!doctype html><title>review</title>");
  mkdirSync(join(app, "style"));
  writeFileSync(join(app, "style", "app.css"), "body{}");
  server = await createReviewServer({
    dir: folder.dir,
    user: "ada",
    host: "127.0.0.1",
    methods: ["uniform", "weighted"],
    app,
  });
});

afterAll(async () => {
  await server.close();
  folder.remove();
  rmSync(app, { recursive: true });
});

async function ask<T>(method: "GET" | "POST" | "DELETE", url: string, payload?: object): Promise<T> {
  const answer = await server.inject({ method, url, ...(payload !== undefined && { payload }) });
  expect([answer.statusCode, answer.body.slice(0, 300)]).toEqual([200, expect.anything()]);
  return answer.json() as T;
}

async function refused(method: "GET" | "POST" | "DELETE", url: string, payload?: object) {
  const answer = await server.inject({ method, url, ...(payload !== undefined && { payload }) });
  const { error } = answer.json() as { error: { code: string; message: string } };
  return [answer.statusCode, error.code, error.message];
}

const ids = (page: SuggestionPage) => page.items.map(({ id }) => id);
const list = (query: string) => ask<SuggestionPage>("GET", `/api/suggestions?${query}`);

describe("before anything is decided", () => {
  test("the state says what is reviewed", async () => {
    expect(await ask<ReviewState>("GET", "/api/state")).toEqual({
      data: { name: "masked.jsonl", sentences: 4, labels: ["LOC", "PER", "__proto__"] },
      counts: { open: 7, accepted: 0, rejected: 0, changed: 0 },
      precision: { estimate: null, low: 0, high: 1 },
      history: 0,
      suggested: 4,
      user: "ada",
      formats: exportFormats,
      methods: ["weighted", "uniform"],
      canRetrain: true,
      scoredOn: null,
      edits: { added: 0, removed: 0 },
    });
  });

  test("suggestions come in parts, filtered, searched and sorted", async () => {
    expect(ids(await list(""))).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(await list("from=2&count=2")).toMatchObject({ total: 7, items: [{ id: 3 }, { id: 4 }] });
    expect(ids(await list("type=PER"))).toEqual([1]);
    expect(ids(await list("type=__proto__"))).toEqual([6]);
    expect(ids(await list("kind=wrong&status=all&type=&q="))).toEqual([3]);
    expect(ids(await list("status=accepted"))).toEqual([]);
    // ½ is 0.1 from 0.4, and 0.2 from 0.3.
    expect(ids(await list("sort=doubt&count=2"))).toEqual([5, 6]);
    expect(ids(await list("sort=sentence&from=2"))).toEqual([3, 4, 5, 6, 7]);
    expect(ids(await list(`q=${encodeURIComponent("ångström")}`))).toEqual([6]);
    expect(ids(await list(`q=${encodeURIComponent("lond")}&sort=text`))).toEqual([2, 3, 4, 5]);
    expect(ids(await list("q=%25"))).toEqual([]);
  });

  test("a suggestion has its evidence, a wrong one what it was", async () => {
    const item = await ask<SuggestionItem>("GET", "/api/suggestions/3");
    expect(item).toEqual({
      id: 3,
      ...suggestions[2],
      status: "open",
    });
  });

  test("a sentence has its text, entities, suggestions and direction", async () => {
    expect(await ask("GET", "/api/sentences/3")).toMatchObject({
      dir: "rtl",
      suggestions: [7],
      entities: [],
    });
    expect(await ask("GET", "/api/sentences/0")).toEqual({
      sentence: 0,
      tokens: sentences[0]!.tokens,
      text: "Ada Lovelace met Charles Babbage in London",
      offsets: [
        [0, 3],
        [4, 12],
        [13, 16],
        [17, 24],
        [25, 32],
        [33, 35],
        [36, 42],
      ],
      entities: [{ start: 0, end: 2, label: "PER", source: "data" }],
      suggestions: [1, 2],
      dir: "ltr",
      source: "masked.jsonl",
    });
  });
});

describe("what is refused", () => {
  test.each([
    ["GET", "/api/suggestions/99", undefined, [404, "not-found", "there is no suggestion 99"]],
    ["GET", "/api/sentences/99", undefined, [404, "not-found", "there is no sentence 99"]],
    ["GET", "/api/sentences/-1", undefined, [400, "invalid-request", expect.stringContaining("params.id")]],
    [
      "GET",
      "/api/suggestions?count=501",
      undefined,
      [400, "invalid-request", expect.stringContaining("count")],
    ],
    [
      "GET",
      "/api/suggestions?sort=id;drop",
      undefined,
      [400, "invalid-request", expect.stringContaining("sort")],
    ],
    [
      "GET",
      "/api/suggestions?path=/etc",
      undefined,
      [400, "invalid-request", expect.stringContaining("path")],
    ],
    [
      "GET",
      "/api/export?format=../x",
      undefined,
      [400, "invalid-request", expect.stringContaining("format")],
    ],
    ["GET", "/api/decisions", undefined, [405, "wrong-method", "this address wants POST"]],
    [
      "POST",
      "/api/decisions",
      { suggestion: 1, action: "delete" },
      [400, "invalid-request", expect.stringContaining("action")],
    ],
    [
      "POST",
      "/api/decisions",
      { suggestion: 1.5, action: "accept" },
      [400, "invalid-request", expect.stringContaining("suggestion")],
    ],
    [
      "POST",
      "/api/decisions",
      { suggestion: 1, action: "change", end: 99 },
      [400, "invalid-request", expect.stringContaining("which has 7")],
    ],
    [
      "POST",
      "/api/decisions",
      { suggestion: 1, action: "change", label: "a\u0000" },
      [400, "invalid-request", expect.stringContaining("control")],
    ],
    [
      "POST",
      "/api/decisions",
      { suggestion: 1, action: "accept", who: "x".repeat(65) },
      [400, "invalid-request", expect.stringContaining("who")],
    ],
    [
      "POST",
      "/api/entities",
      { sentence: 0, start: 2, end: 2, label: "X" },
      [400, "invalid-request", expect.stringContaining("words 2–2")],
    ],
    [
      "DELETE",
      "/api/entities",
      { sentence: 0, start: 0, end: 1, label: "X" },
      [404, "not-found", expect.stringContaining('no "X"')],
    ],
    ["POST", "/api/tag", { text: "Ada" }, [409, "no-model", "there is no model yet"]],
    ["GET", "/api/map", undefined, [409, "no-model", "there is no model yet"]],
    ["GET", "/api/runs/1", undefined, [404, "not-found", "there is no run 1"]],
    ["GET", "/review.sqlite", undefined, [404, "not-found", expect.anything()]],
    ["GET", "/../audit.json", undefined, [404, "not-found", expect.anything()]],
  ] as const)("%s %s %j", async (method, url, payload, expected) => {
    expect(await refused(method, url, payload)).toEqual(expected);
  });

  test("pages of other sites, and other hosts", async () => {
    const from = (headers: Record<string, string>) => server.inject({ url: "/api/state", headers });
    expect((await from({ origin: "https://evil.example" })).statusCode).toBe(403);
    expect((await from({ host: "evil.example" })).statusCode).toBe(421);
  });
});

test("the page and its files are served, under a strict policy", async () => {
  const page = await server.inject("/");
  expect(page.body).toContain("<title>review");
  expect(page.headers["content-security-policy"]).toContain("script-src 'self'");
  expect((await server.inject("/style/app.css")).body).toBe("body{}");
});

describe("deciding", () => {
  test("counts, precision and history follow", async () => {
    const first = await ask("POST", "/api/decisions", { suggestion: 1, action: "accept", who: "eve" });
    expect(first).toMatchObject({
      item: {
        id: 1,
        status: "accepted",
        decision: { status: "accepted", start: 3, end: 5, label: "PER", who: "eve" },
      },
      counts: { open: 6, accepted: 1 },
      precision: { estimate: 1 },
      history: 1,
    });
    expect(
      await ask("POST", "/api/decisions/batch", { surface: "London", label: "LOC", action: "reject" }),
    ).toMatchObject({
      items: [2, 3, 4, 5].map((id) => ({ id, status: "rejected" })),
      counts: { open: 2, accepted: 1, rejected: 4, changed: 0 },
      precision: { estimate: 0.2 },
      history: 2,
    });
    expect(ids(await list("sort=recent&count=1&status=rejected"))).toEqual([2]);
    expect(await ask("POST", "/api/undo", {})).toMatchObject({
      undone: { action: "batch-reject", items: [{ id: 2, status: "open" }, { id: 3 }, { id: 4 }, { id: 5 }] },
      counts: { open: 6, accepted: 1 },
    });
    expect(await ask("POST", "/api/undo", {})).toMatchObject({ undone: null });
    const history = await ask<HistoryPage>("GET", "/api/history?count=2");
    expect(history).toMatchObject({
      total: 3,
      items: [
        { id: 3, who: "ada", action: "undo", undoes: 2, count: 4 },
        {
          id: 2,
          who: "ada",
          action: "batch-reject",
          undoneBy: 3,
          text: "London",
          label: "LOC",
          suggestion: 2,
          sentence: 0,
        },
      ],
    });
    expect(history.items[1]!.changes[0]).toEqual({
      suggestion: 2,
      sentence: 0,
      text: "London",
      before: null,
      after: { status: "rejected", start: 6, end: 7, label: "LOC" },
    });
    expect((await ask<HistoryPage>("GET", "/api/history?who=eve")).total).toBe(1);
  });

  test("entities are added and removed by hand; new labels are known from then on", async () => {
    const entity = { sentence: 2, start: 0, end: 2, label: "PHRASE" };
    expect(await ask("POST", "/api/entities", entity)).toMatchObject({
      sentence: { entities: [{ start: 0, end: 2, label: "PHRASE", source: "reviewer" }] },
    });
    const { data, edits } = await ask<ReviewState>("GET", "/api/state");
    expect([data.labels, edits]).toEqual([["LOC", "PER", "PHRASE", "__proto__"], { added: 1, removed: 0 }]);
    expect(await ask("DELETE", "/api/entities", entity)).toMatchObject({ sentence: { entities: [] } });
    expect(await ask("POST", "/api/undo", {})).toMatchObject({
      undone: { action: "remove", items: [], sentence: 2 },
    });
  });
});

describe("export equals the decisions", () => {
  const decided = new Map<number, string[]>();

  beforeAll(async () => {
    await ask("POST", "/api/decisions", { suggestion: 3, action: "accept" });
    await ask("POST", "/api/decisions", { suggestion: 2, action: "change", start: 5 });
    await ask("POST", "/api/decisions", { suggestion: 6, action: "reject" });
    decided.set(0, ["0:2:PER", "3:5:PER", "5:7:LOC"]);
    decided.set(1, ["0:1:LOC"]);
    decided.set(2, ["0:2:PHRASE"]);
    decided.set(3, []);
  });

  test.each(exportFormats)("%s", async (format) => {
    const answer = await server.inject(`/api/export?format=${format}`);
    expect(answer.statusCode).toBe(200);
    const [, name] = /filename="(.+)"$/.exec(String(answer.headers["content-disposition"]))!;
    expect(name).toMatch(/^masked-reviewed/);
    expect(answer.headers["lacuna-notices"]).toBe("0");
    const path = join(folder.root, name!);
    writeFileSync(path, answer.rawPayload);
    const corpus = name!.endsWith(".tar") ? join(folder.root, "brat") : path;
    if (corpus !== path) {
      mkdirSync(corpus);
      execFileSync("tar", ["-xf", path, "-C", corpus]);
    }
    const found: Sentence[] = [];
    for await (const sentence of readCorpus({ path: corpus, completeness: "partial" }, { format }))
      found.push(sentence);
    expect(found.map(({ tokens }) => tokens)).toEqual(sentences.map(({ tokens }) => tokens));
    expect(found.map(({ entities }) => entities.map(entityKey))).toEqual([...decided.values()]);
    expect(found.flatMap(({ entities }) => entities.filter((entity) => "score" in entity))).toEqual([]);
  });
});

test("a second server is told that the review is in use; after a restart all is there", async () => {
  const options = { dir: folder.dir, user: "bob", host: "127.0.0.1", app };
  await expect(createReviewServer(options)).rejects.toThrow("is in use");
  const { user: _, methods: __, ...before } = await ask<ReviewState>("GET", "/api/state");
  await server.close();
  server = await createReviewServer(options);
  expect(await ask("GET", "/api/state")).toMatchObject(before);
  expect((await ask<HistoryPage>("GET", "/api/history")).total).toBe(before.history);
});
