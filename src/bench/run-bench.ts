import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { UserError } from "../errors.ts";
import { replaceFile } from "../files/index.ts";
import type { BenchPlaces } from "./bench-places.ts";
import type { BenchEvent } from "./events.ts";
import { localQueue } from "./run/local-queue.ts";
import type { Queue } from "./run/queue.ts";
import { cellFiles, makeCellFiles } from "./run/run-files.ts";
import { beginCell, checkBegunCell, readCellResult, readCellResults } from "./run/run-folder.ts";
import type { CellJob } from "./run/run-job.ts";
import type { CellProgress } from "./run/run-progress.ts";
import type { CellResult } from "./run/run-result.ts";
import { CellStopped, runWorkerProcess, type WorkerOptions } from "./run/worker-process.ts";
import { checkInputs } from "./suite/missing-inputs.ts";
import type { Cell } from "./suite/run.ts";
import { cellConfig } from "./suite/run-config.ts";

export interface BenchOptions {
  /** All cells that are told of; those that are done are never run again. */
  readonly cells: readonly Cell[];
  /** Which of them may be run now; all unless given. */
  readonly isWanted?: (cell: Cell) => boolean;
  readonly places: BenchPlaces;
  /** The folder of the bench. */
  readonly out: string;
  /** Cells at once, and the processor threads of each. */
  readonly jobs: number;
  readonly threads: number;
  /** After so many minutes no cell is started; those that run are finished. */
  readonly budgetMinutes?: number;
  /** Asks for a stop: no cell is started, and those that run leave a checkpoint. */
  readonly signal?: AbortSignal;
  /** Where jobs are run; on this machine unless given. */
  readonly queue?: Queue;
  /** What runs a job; a process of its own unless given. */
  readonly work?: (job: CellJob, options: Pick<WorkerOptions, "signal" | "onProgress">) => Promise<void>;
  /** Told how far the cells at work are. */
  readonly onProgress?: (cell: Cell, progress: CellProgress) => void;
  /** For the budget: milliseconds. */
  readonly now?: () => number;
}

/** Where the results of all cells are, one a line. */
export const RESULTS = "results.jsonl";

/** Runs the cells of a bench that are not done, each in a folder of its own, and keeps `results.jsonl` up to date. */
export async function* runBench(options: BenchOptions): AsyncGenerator<BenchEvent> {
  const { cells, isWanted = () => true, places, jobs, threads, signal, onProgress } = options;
  const { budgetMinutes = Number.POSITIVE_INFINITY, now = () => performance.now() } = options;
  const { queue = localQueue(jobs), work = runWorkerProcess } = options;
  const out = resolve(options.out);
  const begun = now();
  for (const cell of cells) await checkBegunCell(out, cell);
  const results = await readCellResults(out, cells);
  const left = cells.filter((cell) => isWanted(cell) && !results.has(cell.name));
  checkInputs(left, places);
  const made = join(out, "data");
  const planned = await Promise.all(
    left.map(async (cell): Promise<CellJob> => {
      const files = cellFiles(cell, places.data, made);
      const config = await cellConfig(cell, files, places, threads).catch((cause) => {
        if (!(cause instanceof UserError)) throw cause;
        throw new UserError(`the cell "${cell.name}": ${cause.message}`, { cause });
      });
      return { cell, out, config, test: files.test };
    }),
  );
  await mkdir(out, { recursive: true });
  // Models and masked data are nobody's sources, wherever the folder is.
  await writeFile(join(out, ".gitignore"), "*\n");
  await writeResults(out, cells, results);
  yield { kind: "planned", cells: cells.length, done: results.size, left: left.length, jobs, threads };

  let reason: "done" | "budget" | "asked" = "done";
  function* startable(): Generator<CellJob> {
    for (const job of planned) {
      if (signal?.aborted) reason = "asked";
      else if (now() - begun >= budgetMinutes * 60_000) reason = "budget";
      if (reason !== "done") return;
      yield job;
    }
  }
  const runJob = async (job: CellJob) => {
    await beginCell(out, job.cell);
    await makeCellFiles(job.cell, places.data, made);
    await work(job, {
      ...(signal !== undefined && { signal }),
      onProgress: (progress) => onProgress?.(job.cell, progress),
    });
  };
  let [finished, failed] = [0, 0];
  for await (const outcome of queue.run(startable(), runJob)) {
    const { cell } = outcome.job;
    if (outcome.kind === "started") yield { kind: "started", cell };
    else if (outcome.kind === "done") {
      const result = await readCellResult(out, cell.name);
      if (result === undefined) throw new Error(`"${cell.name}" is done, but has no result`);
      results.set(cell.name, result);
      await writeResults(out, cells, results);
      finished++;
      yield { kind: "finished", cell, result };
    } else if (outcome.error instanceof CellStopped) reason = "asked";
    else {
      failed++;
      yield { kind: "failed", cell, error: messageOf(outcome.error) };
    }
  }
  yield { kind: "stopped", reason, finished, failed, left: left.length - finished };
}

async function writeResults(
  out: string,
  cells: readonly Cell[],
  results: ReadonlyMap<string, CellResult>,
): Promise<void> {
  const lines = cells.flatMap(({ name }) => {
    const result = results.get(name);
    return result === undefined ? [] : [`${JSON.stringify(result)}\n`];
  });
  await replaceFile(join(out, RESULTS), (temporary) => writeFile(temporary, lines.join("")));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
