import { spawn } from "node:child_process";
import { open, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { writeJson } from "../../files/index.ts";
import { runPaths } from "./run-folder.ts";
import { type RunJob, type RunProgress, runProgress } from "./run-job.ts";

/** A run was stopped before it was finished; there is a checkpoint. */
export class RunStopped extends Error {
  override name = "RunStopped";
}

export interface WorkerOptions {
  /** Asks the process for a stop with a checkpoint. */
  readonly signal?: AbortSignal;
  /** Called with the progress of the process. */
  readonly onProgress?: (progress: RunProgress) => void;
  /** The script that it runs, with the path of `job.json`; only tests give another. */
  readonly script?: string;
}

const STOPPED = 130;
const TOLD_LINES = 12;

/** Runs a run in a process of its own, so that what it does to memory and threads ends with it. */
export async function runWorkerProcess(job: RunJob, options: WorkerOptions = {}): Promise<void> {
  const { signal, onProgress, script = fileURLToPath(new URL("./run-worker.js", import.meta.url)) } = options;
  const paths = runPaths(job.out, job.run.name);
  if (signal?.aborted) throw new RunStopped(`"${job.run.name}" was not begun`);
  await writeJson(paths.job, job);
  const log = await open(paths.log, "w");
  try {
    const child = spawn(process.execPath, [script, paths.job], {
      stdio: ["ignore", log.fd, log.fd, "ipc"],
    });
    const stop = () => {
      if (child.connected) child.send("stop");
    };
    child.on("message", (message) => {
      const told = runProgress.safeParse(message);
      if (told.success) onProgress?.(told.data);
    });
    signal?.addEventListener("abort", stop, { once: true });
    // It may have been asked while the files were written.
    if (signal?.aborted) stop();
    try {
      const code = await new Promise<number | string>((done, fail) => {
        child.on("error", fail);
        child.on("close", (exit, killed) => done(exit ?? killed ?? "unknown"));
      });
      if (code === 0) return;
      if (code === STOPPED) throw new RunStopped(`"${job.run.name}" was stopped`);
      throw new Error(await whatItSaid(paths.log, code));
    } finally {
      signal?.removeEventListener("abort", stop);
    }
  } finally {
    await log.close();
  }
}

/** The end of what the process printed, which is where errors are. */
async function whatItSaid(log: string, code: number | string): Promise<string> {
  const lines = (await readFile(log, "utf8")).trimEnd().split("\n");
  const first = lines.findIndex((line) => line.startsWith("error: "));
  const told = (first >= 0 ? lines.slice(first) : lines).slice(-TOLD_LINES).join("\n");
  return told === "" ? `the process of the run ended with ${code} and printed nothing` : told;
}
