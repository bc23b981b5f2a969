import { formatDuration } from "../../report/index.ts";
import type { RunResult } from "../run/run-result.ts";
import type { ExpectationCheck } from "./check-expectations.ts";
import { entryText } from "./entry-text.ts";
import { howItWasRun, starsText } from "./how-it-was-run.ts";
import { markdownTable } from "./markdown-table.ts";
import { meanAndSd } from "./mean-and-sd.ts";
import type { BenchSummary } from "./summary.ts";
import type { BenchEntry, BenchTable } from "./table.ts";
import { columnTitle, rowTitle } from "./titles.ts";
/** The results of a bench as a part of a document. Every number in it comes from the runs or from a paper that is named. */
export function benchMarkdown(summary: BenchSummary): string {
  const { suite, runs, results, tables, checks } = summary;
  const done = runs.flatMap(({ name }) => results.get(name) ?? []);
  return [
    howItWasRun(summary).join("\n"),
    starsText(summary),
    ...tables.map((table) => scoreTables(summary, table)),
    ...(suite.published.length === 0 ? [] : [`### Published\n\n${publishedTable(summary)}`]),
    ...(checks.length === 0 ? [] : [`### What was promised\n\n${checkTable(checks)}`]),
    `### The runs\n\n${runTable(done)}`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function scoreTables({ suite }: BenchSummary, table: BenchTable): string {
  const { encoder, columns, rows } = table;
  const head = ["method", ...columns.map((column) => columnTitle(table, column))];
  const body = (shown: (entry: BenchEntry | undefined) => string) =>
    markdownTable(
      head,
      rows.map(({ row, entries }) => [nameOf(rowTitle(suite, row)), ...entries.map(shown)]),
    );
  return [
    `### \`${encoder}\``,
    "Test F1:",
    body(entryText),
    "Precision / recall on test:",
    body(precisionAndRecall),
  ].join("\n\n");
}

function precisionAndRecall(entry: BenchEntry | undefined): string {
  if (entry === undefined) return "";
  const mean = (of: (result: RunResult) => number) => meanAndSd(entry.results.map(of))?.mean.toFixed(2);
  const [precision, recall] = [mean(({ test }) => test.precision), mean(({ test }) => test.recall)];
  return precision === undefined ? "not run yet" : `${precision} / ${recall}`;
}

function publishedTable({ suite, tables }: BenchSummary): string {
  const columns = [...new Set(tables.flatMap((table) => table.columns))];
  return [
    "Test F1 as papers report it, with encoders that are mostly far larger than ours. Which labels are hidden differs from ours as well: this is for orientation.",
    markdownTable(
      ["method", "encoder", ...columns.map((column) => columnTitle({ columns }, column)), "from"],
      suite.published.map(({ row, encoder, paper, where, f1 }) => {
        const scores = new Map(Object.entries(f1));
        return [
          row,
          encoder,
          ...columns.map((column) => scores.get(column)?.toFixed(2) ?? ""),
          `${paper}, ${where}`,
        ];
      }),
    ),
  ].join("\n\n");
}

/** Promises and whether they are kept, as a table. */
export function checkTable(checks: readonly ExpectationCheck[]): string {
  return markdownTable(
    ["promise", "wanted", "measured", "kept"],
    checks.map(({ claim, wanted, measured, isMet }) => [
      claim,
      wanted,
      measured ?? "not run yet",
      isMet === undefined ? "" : isMet ? "yes" : "**no**",
    ]),
  );
}

function runTable(done: readonly RunResult[]): string {
  if (done.length === 0) return "None yet.";
  const percent = (share: number | undefined) => (share === undefined ? "" : `${(100 * share).toFixed(2)} %`);
  return [
    "“Missampled” is the share of negatives that are hidden entities, “denied” the mean probability of “no entity” that the model gives to hidden entities; both in the last epoch. Time is from the start of the process to the score on test; processor time is that of all threads.",
    markdownTable(
      [
        "run",
        ...["epochs", "best", "dev F1", "test F1", "missampled", "denied"],
        ...["words/s", "time", "processor"],
      ],
      done.map((one) => {
        const last = one.perEpoch.at(-1)?.diagnostics ?? {};
        return [
          `${one.run.name}${one.resumed > 0 ? " (resumed)" : ""}`,
          String(one.epochs),
          String(one.bestEpoch),
          one.dev.f1.toFixed(2),
          one.test.f1.toFixed(2),
          percent(last.missampling),
          percent(last.hiddenNonEntity),
          Math.round(one.wordsPerSecond.train).toLocaleString("en"),
          formatDuration(one.seconds.total),
          formatDuration(one.cpuSeconds),
        ];
      }),
    ),
  ].join("\n\n");
}

function nameOf({ text, isCode }: ReturnType<typeof rowTitle>): string {
  return isCode ? `\`${text}\`` : text;
}
