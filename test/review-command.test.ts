import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { readCorpus, type Sentence, writeCorpus } from "../src/data/index.ts";
import { demoCorpus } from "../src/demo/index.ts";
import { Random } from "../src/random.ts";
import type {
  HistoryPage,
  MapAnswer,
  ReviewState,
  Run,
  RunComparison,
  RunDetails,
  SuggestionPage,
  TagAnswer,
} from "../src/review/api.ts";
import { lacuna } from "./support/lacuna-command.ts";
import { needs, testWith } from "./support/needs.ts";
import { type AuditOnDisk, writeAudit } from "./support/review/audit-folder.ts";
import { ReviewProcess } from "./support/review/review-process.ts";
import { tinyTraining } from "./support/review/tiny-audit.ts";

let folder: AuditOnDisk | undefined;
let review: ReviewProcess | undefined;

afterEach(async () => {
  await review?.kill();
  folder?.remove();
});

async function post(path: string, body: object): Promise<Response> {
  return fetch(review!.address + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

testWith(needs.signals, "--json tells where it listens and how it ended", async () => {
  folder = await writeAudit();
  const args = ["review", folder.dir, "--port", "0", "--json"];
  const child = spawn(process.execPath, [join("dist", "cli", "main.js"), ...args]);
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    if (said === "") child.kill("SIGTERM");
    said += text;
  });
  const [code] = await once(child, "close");
  expect(code).toBe(0);
  const events = said
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(events).toEqual([
    { kind: "listening", address: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/), folder: folder.dir },
    { kind: "stopping", signal: "SIGTERM" },
    { kind: "stopped" },
  ]);
});

test("kill -9 in the middle of decisions: nothing acknowledged is lost, nothing is half there", async () => {
  folder = await writeAudit({ size: 400 });
  review = new ReviewProcess(folder.dir);
  const random = new Random(1);
  const acknowledged = new Map<number, string>();
  const sent = new Map<number, string>();
  for (let round = 0; round < 4; round++) {
    await review.start();
    let isDown = false;
    // Four reviewers, each with suggestions of their own.
    const reviewers = [0, 1, 2, 3].map(async (own) => {
      for (let turn = 0; ; turn++) {
        const suggestion = 1 + own + 4 * ((turn + 7 * round) % Math.floor(folder!.suggestions.length / 4));
        const action = random.pick(["accept", "reject"] as const);
        const status = action === "accept" ? "accepted" : "rejected";
        sent.set(suggestion, status);
        try {
          const answer = await post("/api/decisions", { suggestion, action, who: `reviewer ${own}` });
          expect(answer.status).toBe(200);
          await answer.json();
          acknowledged.set(suggestion, status);
        } catch (error) {
          if (!isDown) throw error;
          return;
        }
      }
    });
    await wait(150 + random.below(250));
    isDown = true;
    await review.kill();
    await Promise.all(reviewers);
  }
  expect(acknowledged.size).toBeGreaterThan(40);
  await review.start();
  const { items, total } = await review.get<SuggestionPage>("/api/suggestions?count=500");
  expect(total).toBe(folder.suggestions.length);
  for (const { id, status, decision } of items) {
    // What was on its way when the server was killed may be there or not.
    expect([acknowledged.get(id) ?? "open", sent.get(id) ?? "open"]).toContain(status);
    expect(decision?.status ?? "open").toBe(status);
  }
  const decided = items.filter(({ status }) => status !== "open");
  const { counts, history } = await review.get<ReviewState>("/api/state");
  expect(counts.accepted + counts.rejected).toBe(decided.length);
  // The history tells the same story: its newest word on each suggestion is what holds.
  const newest = new Map<number, string>();
  for (let from = 0; from < history; from += 500) {
    const page = await review.get<HistoryPage>(`/api/history?from=${from}&count=500`);
    for (const { changes } of page.items) {
      for (const { suggestion, after } of changes) {
        if (!newest.has(suggestion!)) newest.set(suggestion!, after!.status);
      }
    }
  }
  expect(newest).toEqual(new Map(decided.map(({ id, status }) => [id, status])));
});

test("kill -9 while the audit is read in for the first time leaves nothing half read", async () => {
  folder = await writeAudit({ size: 1500 });
  for (const milliseconds of [700, 1000, 1300]) {
    review = new ReviewProcess(folder.dir);
    const started = review.start().catch(() => undefined);
    await wait(milliseconds);
    await review.kill();
    await started;
  }
  await review!.start();
  const { counts, data } = await review!.get<ReviewState>("/api/state");
  expect([counts.open, data.sentences]).toEqual([folder.suggestions.length, folder.sentences.length]);
});

test("the loop: accept what is true, train again, score, audit again, map, tag", async () => {
  folder = await writeAudit({ size: 120, train: { ...tinyTraining, epochs: 4 } });
  const { root, dir, sentences } = folder;
  const gold = demoCorpus({ train: 0, dev: 100, test: 150 });
  await writeCorpus(join(root, "dev.jsonl"), gold.dev);
  await writeCorpus(join(root, "test.jsonl"), gold.test);
  review = new ReviewProcess(dir, ["--dev", join(root, "dev.jsonl"), "--test", join(root, "test.jsonl")]);
  await review.start();
  const { items } = await review.get<SuggestionPage>("/api/suggestions?count=500");
  for (const { id, sentence, start, end, label } of items) {
    const isTrue = sentences[sentence]!.hidden!.some(
      (own) => own.start === start && own.end === end && own.label === label,
    );
    expect(
      (await post("/api/decisions", { suggestion: id, action: isTrue ? "accept" : "reject" })).status,
    ).toBe(200);
  }

  const begun = (await (await post("/api/retrain", { reaudit: true })).json()) as { run: Run; baseline: Run };
  const { run, baseline } = begun;
  let now = run;
  while (now.status === "queued" || now.status === "running") {
    await wait(200);
    now = await review.get<Run>(`/api/runs/${run.id}`);
  }
  const { runs } = await review.get<{ runs: Run[] }>("/api/runs");
  expect(runs.map(({ id, status, error }) => [id, status, error])).toEqual([
    [run.id, "done", null],
    [baseline.id, "done", null],
  ]);
  const details = await review.get<RunDetails>(`/api/runs/${run.id}`);
  expect(details.curves.f1!.length).toBe(4);
  expect(details.types.map(({ label }) => label)).toEqual(
    [...new Set(gold.test.flatMap(({ entities }) => entities.map(({ label }) => label)))].sort(),
  );
  expect(details.audit!.vanished).toBeGreaterThan(0);
  const compared = await review.get<RunComparison>(`/api/runs/compare?a=${baseline.id}&b=${run.id}`);
  expect(compared.total.b).toBe(now.f1);
  expect(compared.sentences).toBe(150);
  expect(compared.total.p).toBeGreaterThan(0);

  // What `lacuna evaluate` says of the same model.
  const model = join(dir, "runs", String(run.id), "model");
  const said = lacuna(["evaluate", "--model", model, "--data", join(root, "test.jsonl"), "--json"]);
  expect(JSON.parse(said.stdout).micro.f1).toBeCloseTo(compared.total.b, 6);

  // Trained on the data as exported.
  const trained: Sentence[] = [];
  for await (const sentence of readCorpus(join(dir, "runs", String(run.id), "train.jsonl")))
    trained.push(sentence);
  const exported = await (await fetch(`${review.address}/api/export?format=jsonl`)).text();
  expect(
    exported
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).entities),
  ).toEqual(trained.map(({ entities }) => entities));
  // Everything hidden was suggested, and every suggestion was decided by that: now nothing is hidden any more.
  expect(trained.flatMap(({ hidden }) => hidden ?? [])).toEqual([]);

  let map = await review.get<MapAnswer>(`/api/map?run=${run.id}`);
  while ("computing" in map) {
    await wait(200);
    map = await review.get<MapAnswer>(`/api/map?run=${run.id}`);
  }
  expect(map.points.length).toBeGreaterThan(120);
  const text = sentences.find(({ entities }) => entities.length > 1)!.tokens.join(" ");
  const tagged = (await (await post("/api/tag", { text })).json()) as TagAnswer;
  expect(tagged.run).toBe(run.id);
  for (const { start, end, text: words } of tagged.entities) expect(text.slice(start, end)).toBe(words);

  // The audit of the reviewed data can be reviewed in turn.
  await review.kill();
  review = new ReviewProcess(join(dir, "runs", String(run.id), "audit"));
  await review.start();
  expect((await review.get<ReviewState>("/api/state")).data.sentences).toBe(sentences.length);
}, 240_000);

testWith(needs.signals, "SIGTERM ends it in good order, also with windows open", async () => {
  folder = await writeAudit({ size: 5 });
  const child = spawn(process.execPath, ["dist/cli/main.js", "review", folder.dir, "--port", "0"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  for await (const text of child.stdout.setEncoding("utf8")) {
    said += text;
    const address = /http:\S+\d/.exec(said)?.[0];
    if (address === undefined || child.killed) continue;
    const window = await fetch(`${address}/api/events`);
    child.kill("SIGTERM");
    await window.text();
  }
  const code = child.exitCode ?? (await once(child, "exit"))[0];
  expect(code).toBe(0);
  expect(said).toContain("every decision is saved");
});

test("mistakes end in one line", async () => {
  folder = await writeAudit({ size: 5 });
  const wrong = (...args: string[]) => {
    const { code, stderr } = lacuna(["review", ...args]);
    expect(code).toBe(2);
    return stderr;
  };
  expect(wrong(join(folder.root, "nothing"))).toContain("there is no folder");
  expect(wrong(folder.root)).toContain("there is no audit in");
  expect(wrong(folder.dir, "--test", "missing.jsonl")).toContain("no such file");
  expect(wrong(folder.dir, "--host", "0.0.0.0")).toContain("needs a token");
  review = new ReviewProcess(folder.dir);
  await review.start();
  expect(wrong(folder.dir, "--port", "0")).toContain("is in use");
});
