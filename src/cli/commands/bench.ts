import { availableParallelism } from "node:os";
import { join, relative, resolve } from "node:path";
import type { Command } from "commander";
import {
  archiveRuns,
  type BenchEvent,
  type BenchRun,
  type BenchSummary,
  benchPlaces,
  comparisonName,
  costColumns,
  entryText,
  expandSuite,
  type OpenedComparison,
  type OpenedSuite,
  openComparison,
  openSuite,
  REPORTS,
  RESULTS,
  ratesText,
  readBenchSummary,
  readRunResults,
  restoreRuns,
  rowCosts,
  runBench,
  type Suite,
  suiteNames,
  writeBenchReports,
} from "../../bench/index.ts";
import { UserError } from "../../errors.ts";
import { formatDuration } from "../../report/index.ts";
import { defineCommand } from "../command.ts";
import {
  addComparisonOptions,
  type ComparisonFlags,
  comparisonOf,
  refuseComparison,
} from "../options/comparison-options.ts";
import { positiveNumber, positiveWhole } from "../options/numbers.ts";
import { printable } from "../output/printable.ts";
import { table } from "../output/table.ts";
import { BenchProgress } from "../progress/bench-progress.ts";
import { INTERRUPTED } from "../progress/follow-run.ts";
import { onStopSignal } from "../progress/stop-signals.ts";

interface Options extends ComparisonFlags {
  readonly budget?: number;
  readonly jobs: number;
  readonly seeds?: number;
  readonly data?: string;
  readonly out?: string;
  readonly only?: string;
  readonly threads?: number;
  readonly markdown?: string;
  readonly latex?: string;
  readonly archive?: string;
  readonly list?: boolean;
  readonly json?: boolean;
}

/** Some runs failed; the others finished. */
const FAILED = 1;

export default defineCommand<Options>({
  name: "bench",
  summary:
    "Run a suite of experiments: methods × encoders × hidden labels × seeds. Stop it at any time; the same command resumes it, and a finished run is never repeated.",
  examples: [
    ["lacuna bench demo", "a small suite on the embedded corpus, under a minute"],
    ["lacuna bench conll03-masked --data ../data --budget 60", "start no new run after an hour"],
    [
      "lacuna bench --train train.jsonl:partial --dev dev.jsonl --test test.jsonl --methods tagger,lacuna --seeds 3",
      "compare methods on your own files, without a suite",
    ],
    ["lacuna bench my-suite.json --seeds 3 --jobs 2", "your own suite, two runs at a time"],
    ["lacuna bench conll03-masked --only 'p0.7/cnn' --list", "list the runs without starting them"],
  ],
  configure,
  run: (flags, [name]) => bench(name, flags),
});

function configure(command: Command): Command {
  const suite = command
    .argument("[suite]", `${suiteNames.join(", ")}, or your own .json or .yaml file`)
    .option("--budget <minutes>", "start no new run after this time", positiveNumber)
    .option("--jobs <n>", "runs at a time, each in its own process", positiveWhole, 1)
    .option("--seeds <n>", "use seeds 1 to n (default: those of the suite, or 1)", positiveWhole)
    .option(
      "--data <folder>",
      "the folder that paths of a suite are seen from (default: that of its file; for suites of the program LACUNA_DATA, or ../shared/data)",
    )
    .option("--out <folder>", "where models and results go (default: .bench-results/NAME)")
    .option("--only <regex>", "start only runs whose name matches, such as 'p0.7/cnn/ce'")
    .option("--threads <n>", "processor threads, shared by the runs (default: all)", positiveWhole)
    .option(
      "--markdown <file>",
      "also write the tables into this document, between markers with the suite's name",
    )
    .option("--latex <file>", "also write the tables to this file, for a paper (booktabs)")
    .option(
      "--archive <file>",
      "also keep results (without models) in this file; runs found in it are not repeated, whichever machine they ran on",
    )
    .option("--list", "list the runs and the score of those that are finished; start none")
    .option("--json", "print one JSON event per line");
  return addComparisonOptions(suite);
}

async function bench(nameOrPath: string | undefined, flags: Options): Promise<number> {
  const { opened, out, comparison } = await openBench(nameOrPath, flags);
  const { archive } = flags;
  if (archive !== undefined) {
    // Seeds beyond those asked for belong in the tables, too.
    const known = [...expandSuite(opened.suite, seedsOf(flags)), ...expandSuite(opened.suite)];
    await restoreRuns(archive, out, known);
  }
  const runs = await runsOf(opened.suite, flags, out);
  const report = () => writeReports(opened, runs, out, flags);
  const only = pattern(flags.only);
  const isWanted = (run: BenchRun) => only.test(run.name);
  if (flags.list) {
    await list(runs.filter(isWanted), out);
    return 0;
  }
  const all = flags.threads ?? availableParallelism();
  const threads = Math.max(1, Math.floor(all / flags.jobs));
  const progress = new BenchProgress(process.stderr);
  const abort = new AbortController();
  const forget = onStopSignal(() => {
    console.error("stopping after a checkpoint; Ctrl-C again to stop at once");
    abort.abort();
  });
  let code = 0;
  try {
    const events = runBench({
      runs,
      isWanted,
      places: benchPlaces(flags.data, opened.folder),
      out,
      jobs: flags.jobs,
      threads,
      signal: abort.signal,
      ...(!flags.json && { onProgress: (run, told) => progress.update(run, told) }),
      ...(flags.budget !== undefined && { budgetMinutes: flags.budget }),
    });
    for await (const event of events) {
      if (event.kind === "finished" || event.kind === "failed") progress.remove(event.run.name);
      progress.around(() => {
        for (const line of flags.json ? [JSON.stringify(event)] : eventLines(event)) {
          console.log(flags.json ? line : printable(line));
        }
      });
      if (event.kind === "planned") await comparison?.keep();
      if (event.kind === "planned" || event.kind === "finished") {
        if (archive !== undefined) await archiveRuns(archive, out, runs);
        await report();
      }
      if (event.kind === "stopped") {
        code = event.reason === "asked" ? INTERRUPTED : event.failed > 0 ? FAILED : 0;
      }
    }
  } finally {
    forget();
  }
  if (!flags.json) {
    for (const line of tableLines(await report(), out, flags)) console.log(printable(line));
    if (comparison !== undefined) {
      console.log(printable(`suite:   ${comparison.path} (lacuna bench ${comparison.path} runs it again)`));
    }
  }
  return code;
}

interface OpenedBench {
  readonly opened: OpenedSuite;
  /** Where its results go. */
  readonly out: string;
  /** Where there is no suite, what was compared. */
  readonly comparison?: OpenedComparison;
}

/** What is to be run: a suite, or a comparison given by options. */
async function openBench(nameOrPath: string | undefined, flags: Options): Promise<OpenedBench> {
  if (nameOrPath !== undefined) {
    refuseComparison(flags, nameOrPath);
    const opened = await openSuite(nameOrPath);
    const { suite, folder, name } = opened;
    const own = suite.out === undefined ? undefined : relative("", resolve(folder ?? "", suite.out)) || ".";
    return { opened, out: flags.out ?? own ?? join(".bench-results", name) };
  }
  const wanted = comparisonOf(flags);
  const out = flags.out ?? join(".bench-results", comparisonName(wanted));
  const comparison = await openComparison(wanted, out);
  return { opened: comparison, out, comparison };
}

/** The runs asked for, and those of other seeds that are finished: they belong in the tables, too. */
async function runsOf(suite: Suite, flags: Options, out: string): Promise<BenchRun[]> {
  const asked = expandSuite(suite, seedsOf(flags));
  const names = new Set(asked.map(({ name }) => name));
  const others = expandSuite(suite).filter(({ name }) => !names.has(name));
  const done = await readRunResults(out, others);
  return [...asked, ...others.filter(({ name }) => done.has(name))];
}

function seedsOf({ seeds }: Options): { seeds?: number } {
  return seeds === undefined ? {} : { seeds };
}

async function list(runs: readonly BenchRun[], out: string): Promise<void> {
  const done = await readRunResults(out, runs);
  const rows = runs.map(({ name }) => [name, done.get(name)?.test.f1.toFixed(2) ?? "not run yet"]);
  for (const line of table([["run", "test F1"], ...rows])) console.log(printable(line));
}

function* eventLines(event: BenchEvent): Generator<string> {
  if (event.kind === "planned") {
    for (const notice of event.notices ?? []) yield `note: ${notice}`;
    const { runs, done, left, jobs, threads } = event;
    const how = `${jobs === 1 ? "one" : jobs} at a time, ${counted(threads, "thread")} each`;
    yield `${counted(runs, "run")}, ${done} already finished, ${left} to do${left === 0 ? "" : ` (${how})`}`;
  } else if (event.kind === "started") yield `started   ${event.run.name}`;
  else if (event.kind === "finished") {
    const { dev, test, epochs, seconds } = event.result;
    yield `finished  ${event.run.name}: test F1 ${test.f1.toFixed(2)} (dev ${dev.f1.toFixed(2)}), ${counted(epochs, "epoch")}, ${formatDuration(seconds.total)}`;
  } else if (event.kind === "failed") yield `failed    ${event.run.name}: ${event.error}`;
  else {
    const { reason, failed, left } = event;
    if (reason === "budget")
      yield `out of time; ${counted(left, "run")} left: repeat the command to continue`;
    if (reason === "asked") yield `stopped; ${counted(left, "run")} left: repeat the command to continue`;
    if (failed > 0) yield `${counted(failed, "run")} failed: repeat the command to try again`;
  }
}

async function writeReports(
  opened: OpenedSuite,
  runs: readonly BenchRun[],
  out: string,
  { markdown, latex }: Options,
): Promise<BenchSummary> {
  const summary = await readBenchSummary(opened, runs, out);
  await writeBenchReports(summary, out, {
    ...(markdown !== undefined && { markdown }),
    ...(latex !== undefined && { latex }),
  });
  return summary;
}

function* tableLines(
  { tables, checks, suite }: BenchSummary,
  out: string,
  { markdown, latex }: Options,
): Generator<string> {
  for (const one of tables) {
    const { encoder, columns, rows } = one;
    yield "";
    yield* table([
      [`${encoder}: test F1`, ...columns],
      ...rows.map(({ row, entries }) => [row, ...entries.map(entryText)]),
    ]);
    const costs = rowCosts(one);
    if (costs.length === 0) continue;
    const done = rows.filter(({ entries }) => entries.some((entry) => entry?.f1 !== undefined));
    yield "";
    yield* table([
      [`${encoder}: precision / recall`, ...columns],
      ...done.map(({ row, entries }) => [row, ...entries.map(ratesText)]),
    ]);
    const shown = costColumns(costs);
    yield "";
    yield* table([
      [`${encoder}: a run took`, ...shown.map(({ heading }) => heading)],
      ...costs.map((cost) => [cost.row, ...shown.map(({ text }) => text(cost))]),
    ]);
  }
  yield "";
  if (
    tables.some(({ rows }) =>
      rows.some(({ entries }) => entries.some((entry) => entry?.f1?.sd !== undefined)),
    )
  ) {
    yield "± is the standard deviation over seeds";
  }
  if (suite.baseline !== null) yield `* p < 0.05, ** p < 0.01, *** p < 0.001 against ${suite.baseline}`;
  if (checks.length > 0) {
    yield "";
    const yesOrNo = (is: boolean | undefined) => (is === undefined ? "" : is ? "yes" : "no");
    yield* table([
      ["expectation", "wanted", "measured", "met"],
      ...checks.map(({ claim, wanted, measured, isMet }) => [
        claim.replaceAll("`", ""),
        wanted,
        measured ?? "not run yet",
        yesOrNo(isMet),
      ]),
    ]);
  }
  yield "";
  yield `results: ${join(out, RESULTS)}`;
  yield `report:  ${join(out, REPORTS.page)}`;
  const tableFiles = `${join(out, REPORTS.tables)}, .tex, .csv, .json`;
  yield `tables:  ${[tableFiles, markdown, latex].filter((path) => path !== undefined).join(", ")}`;
}

function pattern(text: string | undefined): RegExp {
  try {
    return new RegExp(text ?? "", "u");
  } catch (cause) {
    throw new UserError(`--only: ${(cause as Error).message}`, { cause });
  }
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
