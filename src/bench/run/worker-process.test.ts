import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { madeUpRun } from "../../../test/support/bench-runs.ts";
import { runPaths } from "./run-folder.ts";
import type { RunJob } from "./run-job.ts";
import { RunStopped, runWorkerProcess } from "./worker-process.ts";

const out = mkdtempSync(join(tmpdir(), "lacuna-worker-"));
afterAll(() => rmSync(out, { recursive: true }));

const run = madeUpRun();
const paths = runPaths(out, run.name);
mkdirSync(paths.folder, { recursive: true });
const job = { run, out, config: {}, test: "test.jsonl" } as RunJob;

/** A process that does what it is told here. */
function script(name: string, code: string): string {
  const path = join(out, `${name}.mjs`);
  writeFileSync(path, code);
  return path;
}

describe("runWorkerProcess", () => {
  test("hands the job over as a file", async () => {
    const copy = script(
      "copy",
      `import { copyFileSync } from "node:fs"; copyFileSync(process.argv[2], process.argv[2] + ".seen");`,
    );
    await runWorkerProcess(job, { script: copy });
    expect(JSON.parse(readFileSync(`${paths.job}.seen`, "utf8"))).toEqual(job);
  });

  test("says what a process said that failed", async () => {
    const fails = script(
      "fails",
      `console.log("epoch 1"); console.error("error: no such label\\nhint: look again"); process.exit(2);`,
    );
    await expect(runWorkerProcess(job, { script: fails })).rejects.toThrow(
      /^error: no such label\nhint: look again$/,
    );
    const silent = script("silent", "process.kill(process.pid, 'SIGKILL');");
    await expect(runWorkerProcess(job, { script: silent })).rejects.toThrow("ended with SIGKILL");
  });

  test("passes on how far the process is, and nothing that is none of that", async () => {
    const tells = script(
      "tells",
      `for (const told of ["hello", { kind: "epoch", epoch: 2, epochs: 9, f1: 81.5 }, { kind: "epoch" }]) process.send(told);
      process.disconnect();`,
    );
    const told: unknown[] = [];
    await runWorkerProcess(job, { script: tells, onProgress: (progress) => told.push(progress) });
    expect(told).toEqual([{ kind: "epoch", epoch: 2, epochs: 9, f1: 81.5 }]);
  });

  test("passes a stop on, and tells a stop from a failure", async () => {
    const waits = script("waits", `process.on("message", (m) => process.exit(m === "stop" ? 130 : 1));`);
    const abort = new AbortController();
    const running = runWorkerProcess(job, { script: waits, signal: abort.signal });
    await sleep(50);
    abort.abort();
    await expect(running).rejects.toBeInstanceOf(RunStopped);
    await expect(runWorkerProcess(job, { script: waits, signal: abort.signal })).rejects.toThrow("not begun");
  });
});
