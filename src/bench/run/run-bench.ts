import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { UserError } from "../../errors.ts";
import { lockFolder, replaceFile } from "../../files/index.ts";
import type { BenchPlaces } from "../suite/bench-places.ts";
import type { BenchRun } from "../suite/run.ts";
import type { BenchEvent } from "./bench-events.ts";
import { checkInputs } from "./missing-inputs.ts";
import { localQueue, type Queue } from "./queue.ts";
import { runConfig } from "./run-config.ts";
import { makeRunCorpora, runCorpora } from "./run-corpora.ts";
import { beginRun, checkBegunRun, readRunResult, readRunResults } from "./run-folder.ts";
import type { RunJob, RunProgress } from "./run-job.ts";
import type { RunResult } from "./run-result.ts";
import { RunStopped, runWorkerProcess, type WorkerOptions } from "./worker-process.ts";

export interface BenchOptions {
  /** All runs of the bench; finished ones are never repeated. */
  readonly runs: readonly BenchRun[];
  /** Which of them may be started now (default: all). */
  readonly isWanted?: (run: BenchRun) => boolean;
  readonly places: BenchPlaces;
  /** The folder of the bench. */
  readonly out: string;
  /** Runs at a time, and the processor threads of each. */
  readonly jobs: number;
  readonly threads: number;
  /** No run is started after so many minutes; those already started finish. */
  readonly budgetMinutes?: number;
  /** Asks for a stop: no run is started, and those at work stop at a checkpoint. */
  readonly signal?: AbortSignal;
  /** Where jobs are run (default: on this machine). */
  readonly queue?: Queue;
  /** What runs a job (default: a process of its own). */
  readonly work?: (job: RunJob, options: Pick<WorkerOptions, "signal" | "onProgress">) => Promise<void>;
  /** Called with the progress of runs at work. */
  readonly onProgress?: (run: BenchRun, progress: RunProgress) => void;
  /** For the budget: milliseconds. */
  readonly now?: () => number;
}

/** The file of all results, one per line. */
export const RESULTS = "results.jsonl";

/** Starts the runs of a bench that are not finished, each in its own folder, and keeps `results.jsonl` up to date. */
export async function* runBench(options: BenchOptions): AsyncGenerator<BenchEvent> {
  const lock = await lockFolder(resolve(options.out), "running a bench");
  try {
    yield* runInFolder(options, lock.notices);
  } finally {
    await lock.release();
  }
}

async function* runInFolder(options: BenchOptions, notices: readonly string[]): AsyncGenerator<BenchEvent> {
  const { runs, isWanted = () => true, places, jobs, threads, signal, onProgress } = options;
  const { budgetMinutes = Number.POSITIVE_INFINITY, now = () => performance.now() } = options;
  const { queue = localQueue(jobs), work = runWorkerProcess } = options;
  const out = resolve(options.out);
  const begun = now();
  for (const run of runs) await checkBegunRun(out, run);
  const results = await readRunResults(out, runs);
  const left = runs.filter((run) => isWanted(run) && !results.has(run.name));
  checkInputs(left, places);
  const made = join(out, "data");
  const planned = await Promise.all(
    left.map(async (run): Promise<RunJob> => {
      const files = runCorpora(run, places.data, made);
      const config = await runConfig(run, files, places, threads).catch((cause) => {
        if (!(cause instanceof UserError)) throw cause;
        throw new UserError(`the run "${run.name}": ${cause.message}`, { cause });
      });
      return { run, out, config, test: files.test };
    }),
  );
  // Models and masked data are nobody's sources, wherever the folder is.
  await replaceFile(join(out, ".gitignore"), (temporary) => writeFile(temporary, "*\n"));
  await writeResults(out, runs, results);
  yield {
    kind: "planned",
    runs: runs.length,
    done: results.size,
    left: left.length,
    jobs,
    threads,
    ...(notices.length > 0 && { notices }),
  };

  let reason: "done" | "budget" | "asked" = "done";
  function* startable(): Generator<RunJob> {
    for (const job of planned) {
      if (signal?.aborted) reason = "asked";
      else if (now() - begun >= budgetMinutes * 60_000) reason = "budget";
      if (reason !== "done") return;
      yield job;
    }
  }
  const runJob = async (job: RunJob) => {
    await beginRun(out, job.run);
    await makeRunCorpora(job.run, places.data, made);
    await work(job, {
      ...(signal !== undefined && { signal }),
      onProgress: (progress) => onProgress?.(job.run, progress),
    });
  };
  let [finished, failed] = [0, 0];
  for await (const outcome of queue.run(startable(), runJob)) {
    const { run } = outcome.job;
    if (outcome.kind === "started") yield { kind: "started", run };
    else if (outcome.kind === "done") {
      const result = await readRunResult(out, run.name);
      if (result === undefined) throw new Error(`"${run.name}" is done, but has no result`);
      results.set(run.name, result);
      await writeResults(out, runs, results);
      finished++;
      yield { kind: "finished", run, result };
    } else if (outcome.error instanceof RunStopped) reason = "asked";
    else {
      failed++;
      yield { kind: "failed", run, error: messageOf(outcome.error) };
    }
  }
  yield { kind: "stopped", reason, finished, failed, left: left.length - finished };
}

async function writeResults(
  out: string,
  runs: readonly BenchRun[],
  results: ReadonlyMap<string, RunResult>,
): Promise<void> {
  const lines = runs.flatMap(({ name }) => {
    const result = results.get(name);
    return result === undefined ? [] : [`${JSON.stringify(result)}\n`];
  });
  await replaceFile(join(out, RESULTS), (temporary) => writeFile(temporary, lines.join("")));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
