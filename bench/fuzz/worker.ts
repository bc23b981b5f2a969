// A process that reads inputs until it is told to stop, or is ended because one takes too long. Started by bench/fuzz.ts.
import { mkdir, mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { allTargets, attempt, inputOf, swollenInput } from "./attempt.ts";
import type { FromWorker, ToWorker } from "./messages.ts";
import type { Target } from "./target.ts";

/** More than this, in bytes, is too much for inputs of a few kilobytes. */
const MEMORY = 1.5e9;

/** Bytes that are added for the first time; then four times as many. */
const SWOLLEN = 40_000;

const scratch = process.argv[2]!;
// What targets leave there goes with it, however this process ends.
process.env.TMPDIR = scratch;
const targets = new Map((await allTargets()).map((target) => [target.name, target]));
const tell = (message: FromWorker) => process.send!(message);

process.on("message", async (task: ToWorker) => {
  const target = targets.get(task.target)!;
  const folder = await mkdtemp(join(scratch, "input-"));
  await mkdir(folder, { recursive: true });
  if (task.kind === "scaling") await scale(target, folder, task);
  else await run(target, folder, task);
});
tell({ kind: "ready" });

async function run(target: Target, folder: string, { seed, first, milliseconds }: ToWorker): Promise<void> {
  const counts = { read: 0, refused: 0, failed: 0 };
  const end = performance.now() + milliseconds;
  let index = first;
  while (performance.now() < end) {
    tell({ kind: "at", index });
    const outcome = await attempt(target, folder, inputOf(target, seed, index));
    counts[outcome.kind]++;
    if (outcome.kind === "failed") tell({ ...outcome, index });
    if (index % 64 === 0 && process.memoryUsage.rss() > MEMORY) {
      tell({ kind: "failed", what: "memory", stack: `${process.memoryUsage.rss()} bytes`, index });
      process.exit(1);
    }
    index++;
  }
  tell({ kind: "done", counts });
}

/** Reads inputs of two sizes; time may grow a good deal more than the size before that is a failure, not 16-fold. */
async function scale(target: Target, folder: string, { seed, first, milliseconds }: ToWorker): Promise<void> {
  const counts = { read: 0, refused: 0, failed: 0 };
  const end = performance.now() + milliseconds;
  let index = first;
  while (performance.now() < end) {
    tell({ kind: "at", index });
    const small = await timed(target, folder, seed, index, SWOLLEN);
    tell({ kind: "at", index });
    const large = await timed(target, folder, seed, index, 4 * SWOLLEN);
    const most = 10 * small + 300;
    // Again, because the machine has other things to do.
    const again = large > most ? await timed(target, folder, seed, index, 4 * SWOLLEN) : 0;
    counts[again > most ? "failed" : "read"]++;
    if (again > most) {
      const stack = `${Math.round(small)} ms for ${SWOLLEN} bytes, ${Math.round(again)} ms for ${4 * SWOLLEN}`;
      tell({ kind: "failed", what: "time grows faster than the size", stack, index });
    }
    index++;
  }
  tell({ kind: "done", counts });
}

/** The processor's time, in milliseconds: what else the machine does must not count. */
async function timed(target: Target, folder: string, seed: number, index: number, size: number) {
  const input = swollenInput(target, seed, index, size);
  const before = process.cpuUsage();
  await attempt(target, folder, input);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
