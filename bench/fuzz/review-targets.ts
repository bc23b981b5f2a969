import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Server } from "../../src/http/index.ts";
import { createReviewServer } from "../../src/review/index.ts";
import {
  type AuditOnDisk,
  sentenceOf,
  suggestionOf,
  writeAudit,
} from "../../test/support/review/audit-folder.ts";
import { madeUpAudit } from "../../test/support/review/made-up-audit.ts";
import type { Files } from "./mutate.ts";
import type { Target } from "./target.ts";

const sentences = [
  sentenceOf("Ada Lovelace met Charles Babbage in London", [0, 2, "PER"]),
  sentenceOf("London is large", [0, 1, "PER"]),
  sentenceOf("In London and in London 🙂"),
];
const suggestions = [
  suggestionOf(sentences, 0, [3, 5, "PER"], { probability: 0.99 }),
  suggestionOf(sentences, 1, [0, 1, "LOC"], { probability: 0.9, was: [0, 1, "PER"] }),
  suggestionOf(sentences, 2, [1, 2, "LOC"], { probability: 0.8 }),
  suggestionOf(sentences, 2, [4, 5, "LOC"], { probability: 0.4 }),
];

const DATABASE = "audit/review.sqlite";
const DATA = "masked.jsonl";

/** What a review is made from, its database, and what its page asks. */
export async function reviewTargets(): Promise<Target[]> {
  const { summary } = madeUpAudit({ size: 5 });
  const made = await writeAudit({ audit: { sentences, suggestions, summary } });
  const own = await writeAudit({ audit: { sentences, suggestions, summary } });
  try {
    const plain = await filesOf(made, ["audit.json", "audit-config.json", "suggestions.jsonl"]);
    const server = await open(made.root);
    await answered(server, "POST", "/api/decisions", { suggestion: 1, action: "accept" });
    await server.close();
    const database = new Map(plain).set(DATABASE, await readFile(join(made.root, DATABASE)));
    return [importTarget(plain), databaseTarget(database), requestTarget(own)];
  } finally {
    made.remove();
  }
}

async function filesOf({ root, dir }: AuditOnDisk, names: readonly string[]): Promise<Files> {
  const files = new Map([[DATA, await readFile(join(root, DATA))]]);
  for (const name of names) files.set(`audit/${name}`, await readFile(join(dir, name)));
  return files;
}

function open(root: string): Promise<Server> {
  return createReviewServer({
    dir: join(root, "audit"),
    data: [join(root, DATA)],
    user: "ada",
    host: "127.0.0.1",
    app: "none",
    // Training is another matter.
    command: [process.execPath, "-e", "process.exit(2)"],
  });
}

async function answered(server: Server, method: "GET" | "POST", url: string, payload?: object) {
  const answer = await server.inject({ method, url, ...(payload !== undefined && { payload }) });
  if (answer.statusCode >= 500) throw new Error(`${url}: ${answer.statusCode} ${answer.body.slice(0, 200)}`);
  return answer;
}

/** An audit folder that is opened for the first time: all of its suggestions are in the review, or it is refused. */
function importTarget(files: Files): Target {
  return {
    name: "review: import",
    few: 20,
    seeds: [files],
    async read(folder, _, random) {
      await forget(folder, ["", "-wal", "-shm", "-journal"]);
      const server = await open(folder);
      try {
        const state = await answered(server, "GET", "/api/state");
        const { counts } = state.json() as { counts: Record<string, number> };
        await lookAround(server, random.below(8) === 0);
        const found = Object.values(counts).reduce((sum, count) => sum + count, 0);
        const lines = await suggestionLines(folder);
        return found === lines ? undefined : `${lines} lines, but ${found} suggestions`;
      } finally {
        await server.close();
      }
    },
  };
}

async function suggestionLines(folder: string): Promise<number> {
  const text = await readFile(join(folder, "audit/suggestions.jsonl"), "utf8");
  return text.split(/\r?\n/).filter((line) => line.trim() !== "").length;
}

/** A review whose database was damaged: it is refused, or what is asked is answered. */
function databaseTarget(files: Files): Target {
  return {
    name: "review: database",
    few: 20,
    seeds: [files],
    async read(folder, _, random) {
      await forget(folder, ["-wal", "-shm", "-journal"]);
      const server = await open(folder);
      try {
        await lookAround(server, random.below(8) === 0);
      } finally {
        await server.close();
      }
      return undefined;
    },
  };
}

async function lookAround(server: Server, isThorough: boolean): Promise<void> {
  for (const url of ["/api/state", "/api/suggestions?count=500", "/api/sentences/0", "/api/history"])
    await answered(server, "GET", url);
  if (!isThorough) return;
  await answered(server, "POST", "/api/decisions", { suggestion: 2, action: "accept" });
  await answered(server, "POST", "/api/undo", {});
  await answered(server, "GET", "/api/export?format=jsonl");
}

/** Removes what an earlier input left. */
async function forget(folder: string, endings: readonly string[]): Promise<void> {
  for (const ending of endings) await rm(join(folder, `${DATABASE}${ending}`), { force: true });
}

const bodies: readonly (readonly [url: string, body: object])[] = [
  ["/api/decisions", { suggestion: 1, action: "accept" }],
  ["/api/decisions", { suggestion: 2, action: "change", label: "ORG", start: 0, end: 2, who: "ben" }],
  ["/api/decisions/batch", { surface: "London", label: "LOC", action: "reject" }],
  ["/api/undo", { who: "ada" }],
  ["/api/entities", { sentence: 0, start: 6, end: 7, label: "LOC" }],
  ["/api/retrain", { method: "no such", epochs: 0 }],
  ["/api/tag", { text: "Ada met Bob.", threshold: 0.5, mode: "flat", run: 1 }],
];
const queries = [
  "/api/suggestions?from=0&count=5&q=lon&sort=probability&status=open",
  "/api/sentences/2",
  "/api/history?from=0&count=3&who=ada",
  "/api/export?format=columns",
  "/api/map?run=1",
  "/api/runs/1/stop",
  "/api/state",
];

/** Requests to an open review, whose answers must be below 500 whatever is asked. */
function requestTarget(audit: AuditOnDisk): Target {
  let opened: Promise<Server> | undefined;
  return {
    name: "review: requests",
    seeds: [
      ...bodies.map(([url, body]) => new Map([["body", Buffer.from(JSON.stringify({ url, body }))]])),
      ...queries.map((url) => new Map([["body", Buffer.from(JSON.stringify({ url }))]])),
    ],
    async read(_, files, random) {
      opened ??= open(audit.root);
      const server = await opened;
      const { url, method, payload } = requestIn(files.get("body")!);
      const verbs =
        method === "GET" ? (["GET"] as const) : (["POST", "POST", "POST", "DELETE", "PUT"] as const);
      const { statusCode, body } = await server.inject({
        method: verbs[random.below(verbs.length)]!,
        url,
        ...(payload !== undefined && {
          headers: { "content-type": "application/json" },
          payload,
        }),
      });
      if (statusCode >= 500) throw new Error(`status ${statusCode}: ${body.slice(0, 200)}`);
      return undefined;
    },
    async close() {
      await (await opened)?.close();
      if (existsSync(audit.root)) audit.remove();
    },
  };
}

/** A damaged request as far as it can be told apart; what cannot goes to decisions as it is. */
function requestIn(bytes: Buffer): {
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly payload?: string | Buffer;
} {
  const text = bytes.toString();
  const path = /"url":"(\/[^"\\\s]*)"/.exec(text)?.[1];
  const url = path === undefined ? "/api/decisions" : encodeURI(path).replaceAll("%25", "%");
  const at = text.indexOf('"body":');
  if (path !== undefined && at < 0) return { url, method: "GET" };
  return { url, method: "POST", payload: at < 0 ? bytes : text.slice(at + 7, -1) };
}
