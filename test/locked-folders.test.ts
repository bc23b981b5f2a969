import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { maskSentence } from "../src/data/index.ts";
import { demoCorpus } from "../src/demo/index.ts";
import { Random } from "../src/random.ts";
import { readTrainingLog } from "../src/training/index.ts";

const folder = mkdtempSync(join(tmpdir(), "lacuna-locked-"));
const at = (...names: string[]) => join(folder, ...names);
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(() => {
  const random = new Random(1);
  const { train } = demoCorpus({ train: 60, dev: 0, test: 0 });
  const lines = train.map((sentence) => `${JSON.stringify(maskSentence(sentence, 0.5, random))}\n`);
  writeFileSync(at("train.jsonl"), lines.join(""));
});

const small = [
  ...[
    "--method",
    "weighted",
    "--threads",
    "1",
    "--seed",
    "3",
    "--set",
    "encoder.width=16",
    "encoder.depth=1",
  ],
  ...["features.hashed.dim=16", "batch.sentences=5", "checkpoint.seconds=0"],
];
const training = ["train", "--train", at("train.jsonl"), ...small];
/** So long that it is never waited for. */
const endless = [...training, "stopping.patience=null", "--epochs", "5000"];

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) if (child.exitCode === null) child.kill("SIGKILL");
});

/** Starts the built command. */
function start(args: readonly string[]) {
  const child = spawn(process.execPath, [join(process.cwd(), "dist", "cli", "main.js"), ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const ended = new Promise<Ended>((done) => {
    child.on("close", (code) => done({ code, stdout, stderr }));
  });
  return { child, ended };
}

/** Waits until a run has written so many checkpoints and is under way. */
async function underWay(out: string): Promise<void> {
  const isSo = () =>
    existsSync(join(out, "checkpoints")) && readdirSync(join(out, "checkpoints")).length >= 2;
  await expect.poll(isSo, { timeout: 60_000, interval: 20 }).toBe(true);
}

/** One line and its hint, and no stack. */
function expectRefused({ code, stderr }: Ended, message: RegExp): void {
  expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(stderr.trimEnd().split("\n").length).toBeLessThanOrEqual(2);
}

async function steps(out: string): Promise<number[]> {
  const events = await readTrainingLog(join(out, "log.jsonl"));
  return events.flatMap((event) => (event.kind === "step" ? [event.step] : []));
}

describe("train", { timeout: 60_000 }, () => {
  test("of several that start at once in one folder, one trains and the others are refused", async () => {
    const out = at("started");
    const all = Array.from({ length: 3 }, () => start([...training, "--epochs", "2", "--out", out]).ended);
    const ended = (await Promise.all(all)).toSorted((a, b) => a.code! - b.code!);
    expect(ended.map(({ code }) => code)).toEqual([0, 2, 2]);
    for (const other of ended.slice(1))
      expectRefused(other, /is in use: process \d+ on this machine is training|is not empty/);
    expect(await steps(out)).toEqual(Array.from({ length: 24 }, (_, i) => i + 1));
    expect(readdirSync(out).filter((name) => name.startsWith("."))).toEqual([]);
  });

  test("a killed run leaves a lock, which is taken over and told; of two that resume it, one does", async () => {
    const out = at("killed");
    const first = start([...endless, "--out", out]);
    await underWay(out);
    expectRefused(
      await start(["train", "--out", out, "--resume"]).ended,
      /is in use: process \d+ on this machine is training there/,
    );
    expectRefused(await start([...endless, "--out", out, "--overwrite"]).ended, /is in use/);
    first.child.kill("SIGKILL");
    await first.ended;
    expect(existsSync(join(out, ".lacuna-lock"))).toBe(true);

    const both = [0, 1].map(() => start(["train", "--out", out, "--resume"]));
    const loser = await Promise.race(both.map(async (own) => ({ own, ended: await own.ended })));
    expectRefused(loser.ended, /is in use/);
    const winner = both.find((own) => own !== loser.own)!;
    winner.child.kill("SIGTERM");
    const { code, stdout, stderr } = await winner.ended;
    expect([code, stderr]).toEqual([130, ""]);
    expect(stdout).toContain(`note: process ${first.child.pid} on this machine, which wrote to`);
    expect(stdout).toContain("stopped as asked after step");
    expect(existsSync(join(out, ".lacuna-lock"))).toBe(false);
    const done = await steps(out);
    expect(done).toEqual(Array.from({ length: done.length }, (_, i) => i + 1));
  });

  test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("%s stops it with a checkpoint", async (signal) => {
    const out = at(signal);
    const { child, ended } = start([
      ...endless.map((arg) => (arg === "checkpoint.seconds=0" ? "checkpoint.seconds=999" : arg)),
      ...["--out", out],
    ]);
    // A step is in the log only when it is saved, so the first sign of life is what is printed.
    await Promise.race([new Promise((resolve) => child.stdout!.once("data", resolve)), ended]);
    await new Promise((resolve) => setTimeout(resolve, 300));
    child.kill(signal);
    if (signal === "SIGHUP") child.kill(signal);
    const { code, stdout } = await ended;
    expect([code, stdout]).toEqual([130, expect.stringMatching(/stopped as asked after step \d+/)]);
    const [, step] = /after step (\d+)/.exec(stdout)!;
    expect(readdirSync(join(out, "checkpoints"))).toContain(`step-${step!.padStart(8, "0")}`);
  });

  test("a mistake leaves no folder behind", async () => {
    const out = at("none", "here");
    const { code } = await start(["train", "--train", at("missing.jsonl"), "--out", out]).ended;
    expect([code, existsSync(at("none"))]).toEqual([2, false]);
  });
});

test("audit: a second one is refused, a SIGTERM saves, a killed one's lock is taken over", {
  timeout: 120_000,
}, async () => {
  const out = at("audit");
  const audit = ["audit", "--data", at("train.jsonl"), "--folds", "2", ...small, "--epochs", "5000"];
  const first = start([...audit, "--out", out]);
  await underWay(join(out, "folds", "1"));
  expectRefused(
    await start(["audit", "--out", out, "--resume"]).ended,
    /is in use: process \d+ on this machine is auditing there/,
  );
  first.child.kill("SIGTERM");
  const stopped = await first.ended;
  expect([stopped.code, stopped.stdout]).toEqual([130, expect.stringContaining("--resume")]);
  expect(existsSync(join(out, ".lacuna-lock"))).toBe(false);

  const second = start(["audit", "--out", out, "--resume"]);
  await expect
    .poll(() => existsSync(join(out, "folds", "1", ".lacuna-lock")), { timeout: 60_000 })
    .toBe(true);
  second.child.kill("SIGKILL");
  await second.ended;
  const third = start(["audit", "--out", out, "--resume", "--json"]);
  await new Promise((resolve) => third.child.stdout!.once("data", resolve));
  third.child.kill("SIGTERM");
  const { code, stdout } = await third.ended;
  expect(code).toBe(130);
  expect(JSON.parse(stdout.split("\n")[0]!).notices[0]).toMatch(/is gone: its lock was taken over$/);
  expect(readFileSync(join(out, "audit-config.json"), "utf8")).toContain("fingerprint");
});
