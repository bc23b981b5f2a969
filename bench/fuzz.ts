// `npm run check:fuzz`: gives every reader inputs that were damaged at random. Each must be read, with a notice for whatever is
// not used, or be refused with a `UserError` (over HTTP: a status below 500). A crash, a hang, too much memory, a record that is
// neither used nor counted, and time that grows faster than the size are failures: exit code 1. Every failing input is saved.
//   --minutes 5     --inputs N   ends before, after so many     --seed 1     --processes 2     --only NAME[,NAME]     --out DIR   for failing inputs (default: fuzz-failures)
import { type ChildProcess, fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { allTargets, inputOf, save, swollenInput } from "./fuzz/attempt.ts";
import type { FromWorker, ToWorker } from "./fuzz/messages.ts";
import type { Target } from "./fuzz/target.ts";

const { values: flags } = parseArgs({
  options: {
    minutes: { type: "string", default: "5" },
    inputs: { type: "string", default: "Infinity" },
    seed: { type: "string", default: "1" },
    processes: { type: "string", default: "2" },
    only: { type: "string" },
    out: { type: "string", default: "fuzz-failures" },
  },
});

/**
 * How long one input may take, in milliseconds of the processor: a machine that is busy with other work is slow, and that is no hang.
 * By the clock, ten times as much. And how long one turn of a target may take.
 */
const PATIENCE = 30_000;
const BY_CLOCK = 10;
const TURN = 4000;

/** Of each fault so many inputs are saved. */
const SAVED = 3;

const seed = Number(flags.seed);
const only = flags.only?.split(",");
const all = await allTargets();
const targets = all.filter(({ name }) => only === undefined || only.includes(name));
const scratch = await mkdtemp(join(tmpdir(), "lacuna-fuzz-"));

interface Row {
  readonly target: Target;
  inputs: number;
  read: number;
  refused: number;
  failed: number;
  swollen: number;
  milliseconds: number;
  next: number;
  nextSwollen: number;
  turns: number;
}

const rows = targets.map(
  (target): Row => ({
    target,
    inputs: 0,
    read: 0,
    refused: 0,
    failed: 0,
    swollen: 0,
    milliseconds: 0,
    next: 0,
    nextSwollen: 0,
    turns: 0,
  }),
);
const faults = new Map<string, number>();
const end = performance.now() + 60_000 * Number(flags.minutes);
const busy = new Set<Row>();

await Promise.all(Array.from({ length: Number(flags.processes) }, keepBusy));
await Promise.all(all.map((target) => target.close?.()));
await rm(scratch, { recursive: true, force: true });
report();

/** Gives one process after another turns, each to the target that had the least time. */
async function keepBusy(): Promise<void> {
  let child: ChildProcess | undefined;
  const most = Number(flags.inputs);
  while (performance.now() < end && rows.reduce((sum, { inputs }) => sum + inputs, 0) < most) {
    const free = rows.filter((row) => !busy.has(row));
    const row = free.sort((a, b) => a.milliseconds - b.milliseconds)[0];
    if (row === undefined) break;
    busy.add(row);
    child ??= await start();
    // Every sixth turn looks at how time grows.
    const kind = ++row.turns % 6 === 2 ? "scaling" : "inputs";
    const begun = performance.now();
    const isAlive = await turn(child, row, kind);
    row.milliseconds += performance.now() - begun;
    if (!isAlive) child = undefined;
    busy.delete(row);
  }
  child?.kill("SIGKILL");
}

async function start(): Promise<ChildProcess> {
  const program = fileURLToPath(new URL("fuzz/worker.js", import.meta.url));
  const child = fork(program, [scratch], { execArgv: ["--max-old-space-size=1024"] });
  await new Promise((resolve) => child.once("message", resolve));
  return child;
}

/** One turn of a target; `false` if the process did not live to its end. */
function turn(child: ChildProcess, row: Row, kind: ToWorker["kind"]): Promise<boolean> {
  const first = kind === "inputs" ? row.next : row.nextSwollen;
  const { patience = PATIENCE } = row.target;
  let index = first;
  let timer: NodeJS.Timeout;
  const count = (seen: number) => {
    if (kind === "inputs") {
      row.inputs += seen;
      row.next += seen;
    } else {
      row.swollen += seen;
      row.nextSwollen += seen;
    }
  };
  return new Promise((resolve) => {
    const finish = (isAlive: boolean) => {
      clearTimeout(timer);
      child.removeAllListeners("message").removeAllListeners("exit");
      resolve(isAlive);
    };
    const wait = () => {
      clearTimeout(timer);
      const [begun, used] = [performance.now(), cpuOf(child)];
      timer = setInterval(() => {
        const isOver = performance.now() - begun > BY_CLOCK * patience;
        if (!isOver && cpuOf(child) - used < patience) return;
        void fail(row, kind, index, "hang", `more than ${patience / 1000} seconds`);
        child.removeAllListeners("exit").kill("SIGKILL");
        count(index - first + 1);
        finish(false);
      }, patience / 4);
    };
    child.on("message", (message: FromWorker) => {
      wait();
      if (message.kind === "at") index = message.index;
      else if (message.kind === "failed") void fail(row, kind, message.index, message.what, message.stack);
      else if (message.kind === "done") {
        count(index - first + 1);
        row.read += message.counts.read;
        row.refused += message.counts.refused;
        finish(true);
      }
    });
    child.once("exit", (code, signal) => {
      void fail(row, kind, index, "process ended", `exit code ${code}, signal ${signal}`);
      count(index - first + 1);
      finish(false);
    });
    wait();
    child.send({ kind, target: row.target.name, seed, first, milliseconds: TURN } satisfies ToWorker);
  });
}

/** The processor's time that a process has used, in milliseconds; where the system does not tell, that of the clock. */
function cpuOf({ pid }: ChildProcess): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ");
    return 10 * (Number(fields[11]) + Number(fields[12]));
  } catch {
    return performance.now();
  }
}

async function fail(row: Row, kind: ToWorker["kind"], index: number, what: string, stack: string) {
  row.failed++;
  const key = `${row.target.name}: ${what}`;
  const before = faults.get(key) ?? 0;
  faults.set(key, before + 1);
  if (before >= SAVED) return;
  const name = row.target.name.replace(/[^a-z]+/gi, "-");
  const folder = join(flags.out, `${name}-${kind}-${seed}-${index}`);
  await mkdir(folder, { recursive: true });
  const { files } =
    kind === "inputs" ? inputOf(row.target, seed, index) : swollenInput(row.target, seed, index, 160_000);
  save(folder, files);
  await writeFile(join(folder, "FAILURE.txt"), `${key}\n${stack}\n`);
  console.error(`${key}\n  ${folder}`);
}

function report(): void {
  const cells = rows.map((row) => [
    row.target.name,
    row.inputs.toLocaleString("en"),
    row.swollen.toLocaleString("en"),
    String(row.failed),
  ]);
  const total = (of: (row: Row) => number) =>
    rows.reduce((sum, row) => sum + of(row), 0).toLocaleString("en");
  cells.push([
    "**all**",
    total((row) => row.inputs),
    total((row) => row.swollen),
    total((row) => row.failed),
  ]);
  console.log("| target | inputs | swollen inputs, each in two sizes | failures |\n|---|---:|---:|---:|");
  for (const row of cells) console.log(`| ${row.join(" | ")} |`);
  for (const [fault, count] of faults) console.log(`${count} × ${fault}`);
  if (faults.size > 0) process.exitCode = 1;
}
