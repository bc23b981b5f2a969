// The process of one run: `node run-worker.js JOB.json`. It is told to stop by a message, or by the end of the
// process that began it, and then leaves a checkpoint. Exit codes: 0 done, 1 a bug, 2 the user's mistake, 130 stopped.
import { readFile } from "node:fs/promises";
import { UserError } from "../../errors.ts";
import type { RunJob } from "./run-job.ts";
import { runOne } from "./run-one.ts";

const STOPPED = 130;

const abort = new AbortController();
process.on("message", (message) => {
  if (message === "stop") abort.abort();
});
process.on("disconnect", () => abort.abort());
// Ctrl-C on a terminal reaches this process as well; the bench tells it what to do.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => abort.abort());
// The terminal was closed.
process.on("SIGHUP", () => abort.abort());

try {
  const job = JSON.parse(await readFile(process.argv[2]!, "utf8")) as RunJob;
  const isDone = await runOne(job, abort.signal, (progress) => {
    console.log(JSON.stringify(progress));
    if (process.connected) process.send?.(progress);
  });
  process.exitCode = isDone ? 0 : STOPPED;
} catch (error) {
  const isMistake = error instanceof UserError;
  console.error(isMistake ? `error: ${error.message}` : error);
  if (isMistake && error.hint !== undefined) console.error(`hint: ${error.hint}`);
  process.exitCode = isMistake ? 2 : 1;
}
// Else the open channel would keep the process alive.
if (process.connected) process.disconnect();
