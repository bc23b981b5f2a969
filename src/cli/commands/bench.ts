import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import type { BenchEvent, Cell, Suite } from "../../bench/index.ts";
import {
  archiveCells,
  type BenchSummary,
  benchPlaces,
  entryText,
  expandSuite,
  type OpenedSuite,
  openSuite,
  REPORTS,
  RESULTS,
  readBenchSummary,
  readCellResults,
  restoreCells,
  runBench,
  suiteNames,
  writeBenchReports,
} from "../../bench/index.ts";
import { UserError } from "../../errors.ts";
import { formatDuration } from "../../report/index.ts";
import { defineCommand } from "../command.ts";
import { positiveWhole } from "../options/numbers.ts";
import { printable } from "../output/printable.ts";
import { table } from "../output/table.ts";
import { BenchProgress } from "../progress/bench-progress.ts";
import { INTERRUPTED } from "../progress/follow-run.ts";

interface Options {
  readonly budget?: number;
  readonly jobs: number;
  readonly seeds?: number;
  readonly data?: string;
  readonly out?: string;
  readonly only?: string;
  readonly threads?: number;
  readonly markdown?: string;
  readonly archive?: string;
  readonly list?: boolean;
  readonly json?: boolean;
}

/** Some cells failed: the others are done all the same. */
const FAILED = 1;

export default defineCommand<Options>({
  name: "bench",
  summary:
    "Run a suite of experiments: methods, encoders, hidden labels and seeds. It can be stopped at any moment and goes on where it was when it is run again; what is done is never done twice.",
  examples: [
    ["lacuna bench demo", "a small suite on the embedded corpus, in less than a minute"],
    ["lacuna bench conll03-masked --data ../data --budget 60", "start no further cell after an hour"],
    ["lacuna bench my-suite.json --seeds 3 --jobs 2", "a suite of your own, two cells at once"],
    ["lacuna bench conll03-masked --only 'p0.7/cnn' --list", "the cells that would be run"],
  ],
  configure,
  run: (flags, [name]) => bench(name!, flags),
});

function configure(command: Command): Command {
  return command
    .argument("<suite>", `${suiteNames.join(", ")}, or a .json or .yaml file of your own`)
    .option("--budget <minutes>", "start no cell after this time", minutes)
    .option("--jobs <n>", "cells at once, each in a process of its own", positiveWhole, 1)
    .option("--seeds <n>", "seeds 1 to n for every cell, whatever the suite says", positiveWhole)
    .option("--data <folder>", "where the data sets are (default: LACUNA_DATA, or ../shared/data)")
    .option("--out <folder>", "where models and results go (default: .bench-results/SUITE)")
    .option("--only <regex>", "only cells whose name matches, such as 'p0.7/cnn/ce'")
    .option("--threads <n>", "processor threads, shared by the cells at work (default: all)", positiveWhole)
    .option(
      "--markdown <file>",
      "write the tables into this document as well, between marks with the suite's name",
    )
    .option(
      "--archive <file>",
      "keep results in this file too, without models: cells that it has, from whatever machine, are not run again",
    )
    .option("--list", "only list the cells and whether they are done")
    .option("--json", "print one JSON event per line");
}

async function bench(nameOrPath: string, flags: Options): Promise<number> {
  const opened = await openSuite(nameOrPath);
  const out = flags.out ?? join(".bench-results", opened.name);
  const { archive } = flags;
  if (archive !== undefined) {
    // Seeds beyond those asked for belong in the tables, too.
    const known = [...expandSuite(opened.suite, seedsOf(flags)), ...expandSuite(opened.suite)];
    await restoreCells(archive, out, known);
  }
  const cells = await cellsOf(opened.suite, flags, out);
  const report = () => writeReports(opened, cells, out, flags);
  const only = pattern(flags.only);
  const isWanted = (cell: Cell) => only.test(cell.name);
  if (flags.list) {
    await list(cells.filter(isWanted), out);
    return 0;
  }
  const all = flags.threads ?? availableParallelism();
  const threads = Math.max(1, Math.floor(all / flags.jobs));
  const progress = new BenchProgress(process.stderr);
  const abort = new AbortController();
  const onSignal = () => {
    console.error("stopping: cells at work leave a checkpoint; Ctrl-C again to stop at once");
    abort.abort();
  };
  process.once("SIGINT", onSignal);
  process.once("SIGTERM", onSignal);
  let code = 0;
  try {
    const events = runBench({
      cells,
      isWanted,
      places: benchPlaces(flags.data),
      out,
      jobs: flags.jobs,
      threads,
      signal: abort.signal,
      ...(!flags.json && { onProgress: (cell, told) => progress.update(cell.name, told) }),
      ...(flags.budget !== undefined && { budgetMinutes: flags.budget }),
    });
    for await (const event of events) {
      if (event.kind === "finished" || event.kind === "failed") progress.remove(event.cell.name);
      progress.around(() => {
        for (const line of flags.json ? [JSON.stringify(event)] : eventLines(event)) {
          console.log(flags.json ? line : printable(line));
        }
      });
      if (event.kind === "planned" || event.kind === "finished") {
        if (archive !== undefined) await archiveCells(archive, out, cells);
        await report();
      }
      if (event.kind === "stopped") {
        code = event.reason === "asked" ? INTERRUPTED : event.failed > 0 ? FAILED : 0;
      }
    }
  } finally {
    process.off("SIGINT", onSignal);
    process.off("SIGTERM", onSignal);
  }
  if (!flags.json) for (const line of tableLines(await report(), out, flags)) console.log(printable(line));
  return code;
}

/** What is asked for, and what the suite has beyond that and was run before: it belongs in the tables. */
async function cellsOf(suite: Suite, flags: Options, out: string): Promise<Cell[]> {
  const asked = expandSuite(suite, seedsOf(flags));
  const names = new Set(asked.map(({ name }) => name));
  const others = expandSuite(suite).filter(({ name }) => !names.has(name));
  const done = await readCellResults(out, others);
  return [...asked, ...others.filter(({ name }) => done.has(name))];
}

function seedsOf({ seeds }: Options): { seeds?: number } {
  return seeds === undefined ? {} : { seeds };
}

async function list(cells: readonly Cell[], out: string): Promise<void> {
  const done = await readCellResults(out, cells);
  const rows = cells.map(({ name }) => [name, done.get(name)?.test.f1.toFixed(2) ?? "not run yet"]);
  for (const line of table([["cell", "test F1"], ...rows])) console.log(printable(line));
}

function* eventLines(event: BenchEvent): Generator<string> {
  if (event.kind === "planned") {
    const { cells, done, left, jobs, threads } = event;
    const how = `${jobs === 1 ? "one" : jobs} at once, ${threads} ${threads === 1 ? "thread" : "threads"} each`;
    yield `${cells} cells, ${done} done before, ${left} to run now${left === 0 ? "" : ` (${how})`}`;
  } else if (event.kind === "started") yield `started   ${event.cell.name}`;
  else if (event.kind === "finished") {
    const { dev, test, epochs, seconds } = event.result;
    yield `finished  ${event.cell.name}: test F1 ${test.f1.toFixed(2)} (dev ${dev.f1.toFixed(2)}), ${epochs} epochs, ${formatDuration(seconds.total)}`;
  } else if (event.kind === "failed") yield `failed    ${event.cell.name}: ${event.error}`;
  else {
    const { reason, failed, left } = event;
    if (reason === "budget") yield `the time is used up; ${left} cells are left for the next run`;
    if (reason === "asked") yield `stopped; ${left} cells are left for the next run`;
    if (failed > 0) yield `${failed} cells failed; they are tried again in the next run`;
  }
}

async function writeReports(
  opened: OpenedSuite,
  cells: readonly Cell[],
  out: string,
  { markdown }: Options,
): Promise<BenchSummary> {
  const summary = await readBenchSummary(opened, cells, out);
  await writeBenchReports(summary, out, markdown);
  return summary;
}

function* tableLines(
  { tables, checks, suite }: BenchSummary,
  out: string,
  { markdown }: Options,
): Generator<string> {
  for (const { encoder, columns, rows } of tables) {
    yield "";
    yield* table([
      [`${encoder}: test F1`, ...columns],
      ...rows.map(({ row, entries }) => [row, ...entries.map(entryText)]),
    ]);
  }
  if (suite.baseline !== null) yield `* p < 0.05, ** p < 0.01, *** p < 0.001 against ${suite.baseline}`;
  if (checks.length > 0) {
    yield "";
    const kept = (is: boolean | undefined) => (is === undefined ? "" : is ? "yes" : "no");
    yield* table([
      ["promise", "wanted", "measured", "kept"],
      ...checks.map(({ claim, wanted, measured, isKept }) => [
        claim.replaceAll("`", ""),
        wanted,
        measured ?? "not run yet",
        kept(isKept),
      ]),
    ]);
  }
  yield "";
  yield `results: ${join(out, RESULTS)}`;
  yield `report:  ${join(out, REPORTS.page)}`;
  yield `tables:  ${markdown ?? join(out, REPORTS.tables)}`;
}

function pattern(text: string | undefined): RegExp {
  try {
    return new RegExp(text ?? "", "u");
  } catch (cause) {
    throw new UserError(`--only: ${(cause as Error).message}`, { cause });
  }
}

function minutes(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !(value > 0 && value < Infinity)) {
    throw new InvalidArgumentError("it must be a number above 0.");
  }
  return value;
}
