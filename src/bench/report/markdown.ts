import { formatDuration } from "../../report/index.ts";
import type { RunResult } from "../run/run-result.ts";
import type { ExpectationCheck } from "./check-expectations.ts";
import { costColumns, rowCosts } from "./costs.ts";
import { entryText, ratesText } from "./entry-text.ts";
import { howItWasRun, legend, unfinishedText } from "./how-it-was-run.ts";
import { markdownTable } from "./markdown-table.ts";
import type { BenchSummary } from "./summary.ts";
import type { BenchTable } from "./table.ts";
import { columnTitle, rowTitle, splitColumn } from "./titles.ts";

/**
 * The results of a bench as a section of a document: what is finished in tables, what is not in a sentence. Every number in it comes
 * from the runs or from a paper that is named.
 */
export function benchMarkdown(summary: BenchSummary): string {
  const { runs, results, tables, checks } = summary;
  const done = runs.flatMap(({ name }) => results.get(name) ?? []);
  return [
    [...howItWasRun(summary), legend(summary)].filter((text) => text !== "").join("\n"),
    ...tables.flatMap((table) => [
      scoreTable(summary, table),
      ratesTable(summary, table),
      costTable(summary, table),
    ]),
    unfinishedText(summary),
    publishedTable(summary),
    missedAims(checks),
    runTable(done),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** The rows and columns of one encoder that have a score; nothing before the first. */
function scoreTable({ suite, results }: BenchSummary, table: BenchTable): string {
  const { rows, places } = scored(table);
  if (rows.length === 0) return "";
  const hasCommits = new Set([...results.values()].map(({ commit }) => commit)).size > 1;
  return [
    `Test F1 with \`${table.encoder}\`:`,
    markdownTable(
      [
        "method",
        ...places.map(({ column }) => columnTitle(table, column)),
        ...(hasCommits ? ["commit"] : []),
      ],
      rows.map(({ row, entries }) => {
        const commits = entries.flatMap(
          (entry) => entry?.results.map(({ commit }) => commit ?? "unknown") ?? [],
        );
        return [
          rowName(suite, row),
          ...places.map(({ i }) => (entries[i]?.f1 === undefined ? "" : entryText(entries[i]))),
          ...(hasCommits ? [[...new Set(commits)].join(", ")] : []),
        ];
      }),
    ),
  ].join("\n\n");
}

/** Precision and recall of the rows and columns that have a score; nothing before the first. */
function ratesTable({ suite }: BenchSummary, table: BenchTable): string {
  const { rows, places } = scored(table);
  if (rows.length === 0) return "";
  return [
    `Precision / recall with \`${table.encoder}\`:`,
    markdownTable(
      ["method", ...places.map(({ column }) => columnTitle(table, column))],
      rows.map(({ row, entries }) => [rowName(suite, row), ...places.map(({ i }) => ratesText(entries[i]))]),
    ),
  ].join("\n\n");
}

/** What the runs of one encoder took; nothing before the first is finished. */
function costTable({ suite }: BenchSummary, table: BenchTable): string {
  const costs = rowCosts(table);
  if (costs.length === 0) return "";
  const columns = costColumns(costs);
  return [
    `What a run took with \`${table.encoder}\`, as recorded; means over masks and seeds:`,
    markdownTable(
      ["method", ...columns.map(({ heading }) => heading)],
      costs.map((cost) => [rowName(suite, cost.row), ...columns.map(({ text }) => text(cost))]),
    ),
  ].join("\n\n");
}

/** The rows and columns of a table that have a score. */
function scored({ rows, columns }: BenchTable) {
  const done = rows.filter(({ entries }) => entries.some((entry) => entry?.f1 !== undefined));
  const places = columns.flatMap((column, i) =>
    done.some(({ entries }) => entries[i]?.f1 !== undefined) ? [{ column, i }] : [],
  );
  return { rows: done, places };
}

function rowName(suite: BenchSummary["suite"], row: string): string {
  const { text, isCode } = rowTitle(suite, row);
  return isCode ? `\`${text}\`` : text;
}

function publishedTable({ suite, tables }: BenchSummary): string {
  if (suite.published.length === 0) return "";
  const columns = [...new Set(tables.flatMap((table) => table.columns))].filter((column) =>
    suite.published.some(({ f1 }) => Object.hasOwn(f1, column)),
  );
  const isMasked = columns.some((column) => splitColumn(column).mask !== undefined);
  return [
    `Test F1 as published, mostly with much larger encoders${isMasked ? " and other hidden labels" : ""}; for orientation only:`,
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

/** The expectations that the results do not meet, in a sentence; nothing where all are met. */
export function missedAims(checks: readonly ExpectationCheck[]): string {
  const missed = checks.filter(({ isMet }) => isMet === false);
  const shown = missed.map(({ claim, wanted, measured }) => `${claim} ${wanted} (measured: ${measured})`);
  return shown.length === 0 ? "" : `Aims not reached: ${shown.join("; ")}.`;
}

/** One line per run, folded away; columns that would be empty are left out. */
function runTable(done: readonly RunResult[]): string {
  if (done.length === 0) return "";
  const columns: readonly (readonly [heading: string, text: (one: RunResult) => string])[] = [
    ["run", ({ run, resumed }) => `${run.name}${resumed > 0 ? " (resumed)" : ""}`],
    ["epochs", ({ epochs }) => String(epochs)],
    ["best epoch", ({ bestEpoch }) => String(bestEpoch)],
    ["dev F1", ({ dev }) => dev.f1.toFixed(2)],
    ["test P", ({ test }) => test.precision.toFixed(2)],
    ["test R", ({ test }) => test.recall.toFixed(2)],
    ["test F1", ({ test }) => test.f1.toFixed(2)],
    ["missampled", (one) => percentOf(one, "missampling")],
    ["denied", (one) => percentOf(one, "hiddenNonEntity")],
    ["words/s", ({ wordsPerSecond }) => Math.round(wordsPerSecond.train).toLocaleString("en")],
    ["time", ({ seconds }) => formatDuration(seconds.total)],
    ["CPU time", ({ cpuSeconds }) => formatDuration(cpuSeconds)],
    ["commit", ({ commit }) => commit ?? ""],
  ];
  const shown = columns.filter(([, text]) => done.some((one) => text(one) !== ""));
  const isMasked = shown.some(([heading]) => heading === "missampled");
  return [
    `<details><summary>All finished runs</summary>`,
    `Time is from the start of the process to the test score; CPU time is summed over threads.${isMasked ? " Missampled: the share of drawn negatives that are hidden entities; denied: the mean probability of “no entity” for hidden entities; both in the last epoch." : ""}`,
    markdownTable(
      shown.map(([heading]) => heading),
      done.map((one) => shown.map(([, text]) => text(one))),
    ),
    "</details>",
  ].join("\n\n");
}

/** A measurement of the last epoch in percent; empty where it was not taken. */
function percentOf({ perEpoch }: RunResult, name: string): string {
  const value = new Map(Object.entries(perEpoch.at(-1)?.diagnostics ?? {})).get(name);
  return value === undefined ? "" : `${(100 * value).toFixed(2)} %`;
}
