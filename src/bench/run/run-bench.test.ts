import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { madeUpResult, madeUpRun } from "../../../test/support/bench-runs.ts";
import { lockFolder } from "../../files/index.ts";
import type { BenchRun } from "../suite/run.ts";
import type { BenchEvent } from "./bench-events.ts";
import { type BenchOptions, RESULTS, runBench } from "./run-bench.ts";
import { runPaths } from "./run-folder.ts";
import type { RunJob } from "./run-job.ts";
import { RunStopped } from "./worker-process.ts";

const folder = mkdtempSync(join(tmpdir(), "lacuna-bench-"));
afterAll(() => rmSync(folder, { recursive: true }));
let count = 0;
const newOut = () => join(folder, String(++count));

const runs = ["a", "b", "c", "d"].map((row) => madeUpRun({ row }));

/** Does what a process would do, at once: the F1 of a run is the place of its letter in the alphabet. */
function writeResult({ run, out }: RunJob): void {
  const path = runPaths(out, run.name).result;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(madeUpResult(run, run.row.charCodeAt(0) - 96)));
}

async function run(out: string, over: Partial<BenchOptions> = {}): Promise<BenchEvent[]> {
  const events: BenchEvent[] = [];
  const options: BenchOptions = {
    runs,
    out,
    jobs: 1,
    threads: 1,
    places: { data: "nowhere", encoders: "nowhere" },
    work: async (job) => writeResult(job),
    ...over,
  };
  for await (const event of runBench(options)) events.push(event);
  return events;
}

const told = (events: readonly BenchEvent[]) =>
  events.map((event) => ("run" in event ? `${event.kind} ${event.run.row}` : event.kind));
const results = (out: string): [string, number][] =>
  readFileSync(join(out, RESULTS), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const { run, test: scores } = JSON.parse(line);
      return [run.row, scores.f1];
    });

describe("runBench", () => {
  test("runs every run once, tells of it, and writes a line of results for each", async () => {
    const out = newOut();
    const events = await run(out, { runs: runs.slice(0, 2) });
    expect(told(events)).toEqual([
      "planned",
      "started a",
      "finished a",
      "started b",
      "finished b",
      "stopped",
    ]);
    expect(events[0]).toMatchObject({ runs: 2, done: 0, left: 2 });
    expect(events.at(-1)).toEqual({ kind: "stopped", reason: "done", finished: 2, failed: 0, left: 0 });
    expect(results(out)).toEqual([
      ["a", 1],
      ["b", 2],
    ]);
    expect(readFileSync(join(out, ".gitignore"), "utf8")).toBe("*\n");
  });

  test("one bench at a time writes to a folder", async () => {
    const out = newOut();
    const lock = await lockFolder(out, "running a bench");
    await expect(run(out)).rejects.toThrow(/is in use: process \d+ on this machine is running a bench there/);
    await lock.release();
    // A lock of a process that is gone is told.
    const owner = { host: hostname(), boot: "long ago", pid: 1, began: null };
    await lockFolder(out, "running a bench", { owner });
    const [planned] = await run(out);
    expect(planned).toMatchObject({ notices: [expect.stringContaining("its lock was taken over")] });
  });

  test("what is done is never run again, and stays in the results", async () => {
    const out = newOut();
    await run(out, { isWanted: ({ row }) => row === "c" });
    const ran: string[] = [];
    const work = async (job: RunJob) => {
      ran.push(job.run.row);
      writeResult(job);
    };
    const events = await run(out, { work });
    expect(events[0]).toMatchObject({ runs: 4, done: 1, left: 3 });
    expect(ran).toEqual(["a", "b", "d"]);
    expect(results(out).map(([row]) => row)).toEqual(["a", "b", "c", "d"]);
    expect(told(await run(out, { work }))).toEqual(["planned", "stopped"]);
    expect(ran).toHaveLength(3);
  });

  test("a run that fails is told with its error, stops no other, and is tried again", async () => {
    const out = newOut();
    const work = async (job: RunJob) => {
      if (job.run.row === "b") throw new Error("out of luck");
      writeResult(job);
    };
    const events = await run(out, { work });
    expect(events.find(({ kind }) => kind === "failed")).toMatchObject({ error: "out of luck" });
    expect(events.at(-1)).toEqual({ kind: "stopped", reason: "done", finished: 3, failed: 1, left: 1 });
    expect(results(out).map(([row]) => row)).toEqual(["a", "c", "d"]);
    expect(told(await run(out))).toEqual(["planned", "started b", "finished b", "stopped"]);
  });

  test("a bench that is stopped starts nothing more, and the next one takes up the run that was at work", async () => {
    const out = newOut();
    const abort = new AbortController();
    const work = async (job: RunJob) => {
      if (job.run.row === "b") {
        abort.abort();
        throw new RunStopped("stopped");
      }
      writeResult(job);
    };
    const events = await run(out, { work, signal: abort.signal });
    expect(told(events)).toEqual(["planned", "started a", "finished a", "started b", "stopped"]);
    expect(events.at(-1)).toEqual({ kind: "stopped", reason: "asked", finished: 1, failed: 0, left: 3 });
    expect(existsSync(runPaths(out, runs[1]!.name).settings)).toBe(true);
    expect(existsSync(runPaths(out, runs[2]!.name).folder)).toBe(false);
    expect(told(await run(out))[1]).toBe("started b");
  });

  test("when the budget is used up no run is started, and those at work are finished", async () => {
    const out = newOut();
    let minutes = 0;
    const work = async (job: RunJob) => {
      minutes += 7;
      writeResult(job);
    };
    // Looks at 0 and at 7 of 10 minutes; at 14 it is over.
    const events = await run(out, { work, budgetMinutes: 10, now: () => minutes * 60_000 });
    expect(told(events)).toEqual([
      "planned",
      "started a",
      "finished a",
      "started b",
      "finished b",
      "stopped",
    ]);
    expect(events.at(-1)).toMatchObject({ reason: "budget", left: 2 });
  });

  test("a job is plain data that says all: config, threads and files, made before it runs", async () => {
    const out = newOut();
    let seen: RunJob | undefined;
    const work = async (job: RunJob) => {
      seen = structuredClone(job);
      expect(existsSync(job.test)).toBe(true);
      expect(existsSync(job.config.train[0]!)).toBe(true);
      writeResult(job);
    };
    await run(out, { runs: [madeUpRun({ set: { "encoder.width": 8 } })], threads: 3, work });
    expect(seen!.config).toMatchObject({ method: "ce", threads: 3, epochs: 1, encoder: { width: 8 } });
  });

  test("who wants to know is told how far the runs at work are", async () => {
    const told: string[] = [];
    const work: BenchOptions["work"] = async (job, { onProgress }) => {
      onProgress?.({ kind: "epoch", epoch: 1, epochs: 2, f1: 50 });
      writeResult(job);
    };
    const onProgress: BenchOptions["onProgress"] = ({ row }, progress) =>
      told.push(`${row} ${JSON.stringify(progress)}`);
    await run(newOut(), { runs: runs.slice(0, 2), work, onProgress });
    const progress = '{"kind":"epoch","epoch":1,"epochs":2,"f1":50}';
    expect(told).toEqual([`a ${progress}`, `b ${progress}`]);
  });

  test("a run that was started with other settings is refused before anything runs", async () => {
    const out = newOut();
    await run(out);
    const changed: BenchRun[] = [...runs.slice(0, 3), { ...runs[3]!, set: { maxWidth: 4 } }];
    await expect(run(out, { runs: changed })).rejects.toThrow(
      'was started with other settings\n  "set" was {}, now {"maxWidth":4}',
    );
  });

  test("a mistake in the settings of a late run shows before the first one runs", async () => {
    const out = newOut();
    const wrong = [...runs, madeUpRun({ row: "e", set: { widht: 4 } })];
    await expect(run(out, { runs: wrong })).rejects.toThrow(`the run "demo-p0.5/cnn/e/seed1"`);
    expect(existsSync(join(out, "runs"))).toBe(false);
  });

  test("data and encoders that are not there are named together, unless nobody wants them", async () => {
    const out = newOut();
    const data = { name: "x", train: ["x/train.jsonl:partial"], dev: "x/dev.jsonl", test: "x/test.jsonl" };
    const gone = madeUpRun({ row: "gone", data, encoder: "minilm" });
    const error = await run(out, { runs: [...runs, gone] }).catch((thrown) => thrown);
    expect(error.message).toContain("input files of the suite are missing");
    for (const name of ["x/train.jsonl", "x/dev.jsonl", "x/test.jsonl", "minilm"]) {
      expect(error.message).toContain(join("nowhere", name));
    }
    expect(error.hint).toContain("--data or LACUNA_DATA");
    const places = { data: "nowhere", encoders: "nowhere", isBesideSuite: true };
    const own = await run(out, { runs: [gone], places }).catch((thrown) => thrown);
    expect(own.hint).toContain("paths of a suite are seen from its own folder");
    await run(out, { runs: [...runs, gone], isWanted: ({ row }) => row !== "gone" });
    expect(results(out)).toHaveLength(4);
  });
});
