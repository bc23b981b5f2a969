import {
  type Column,
  facts,
  figures,
  folded,
  formatDuration,
  type Html,
  html,
  numberColumn,
  page,
  type Section,
  table,
} from "../../report/index.ts";
import type { RunResult } from "../run/run-result.ts";
import { costColumns, costText, rowCosts } from "./costs.ts";
import { entryText, ratesText } from "./entry-text.ts";
import { benchFigures } from "./figures.ts";
import { howItWasRun, legend } from "./how-it-was-run.ts";
import { mapFigures, mapText } from "./map-figures.ts";
import type { BenchSummary } from "./summary.ts";
import type { BenchEntry, BenchRow, BenchTable } from "./table.ts";
import { columnTitle, rowTitle } from "./titles.ts";
/** The results of a bench as one page: our scores, published ones, and the papers' figures. */
export function benchReport(summary: BenchSummary): string {
  const { suite, runs, results, tables, checks } = summary;
  const done = runs.flatMap(({ name }) => results.get(name) ?? []);
  const met = checks.filter(({ isMet }) => isMet === true).length;
  const known = checks.filter(({ isMet }) => isMet !== undefined).length;
  const total = done.reduce((sum, { seconds }) => sum + seconds.total, 0);
  const sections: Section[] = [
    {
      content: [
        facts([
          { name: "Runs", value: `${done.length} of ${runs.length}`, remark: "are finished" },
          ...(checks.length === 0
            ? []
            : [
                {
                  name: "Expectations",
                  value: `${met} of ${known}`,
                  remark: "met, of those that can be checked",
                },
              ]),
          { name: "Time", value: formatDuration(total), remark: "of all runs together" },
        ]),
        html`<p>${plain(suite.shows)}</p>`,
        html`<p>${plain([...howItWasRun(summary), legend(summary)].join(" "))}</p>`,
      ],
    },
    ...tables.flatMap((one) => encoderSections(summary, one)),
    ...(checks.length === 0 ? [] : [{ heading: "Expectations", content: expectationTable(summary) }]),
    { heading: "The runs", content: folded("All runs in numbers", runTable(done)) },
  ];
  return page({ title: suite.title, subtitle: `lacuna bench ${summary.name}`, sections, data: done });
}

/** Words that were written for Markdown. */
const plain = (text: string) => text.replaceAll("`", "");

function encoderSections(summary: BenchSummary, benchTable: BenchTable): Section[] {
  const { encoder } = benchTable;
  const charts = benchFigures(summary, benchTable);
  const maps = mapFigures(summary, benchTable);
  return [
    {
      heading: encoder,
      content: [
        scoreTable(summary, benchTable),
        ...ratesTable(summary, benchTable),
        ...costTable(summary, benchTable),
      ],
    },
    ...(charts.length === 0 ? [] : [{ heading: `${encoder}: curves`, content: figures(charts) }]),
    ...(maps.length === 0
      ? []
      : [{ heading: `${encoder}: maps`, content: [html`<p>${mapText}</p>`, ...maps] }]),
  ];
}

type ScoreRow =
  | { readonly kind: "ours"; readonly name: string; readonly row: BenchRow }
  | {
      readonly kind: "published";
      readonly name: string;
      readonly f1: ReadonlyMap<string, number>;
    };

/** Our rows, and below them those of papers that have a number in one of the columns. */
function scoreTable({ suite }: BenchSummary, benchTable: BenchTable): Html {
  const { encoder, columns, rows } = benchTable;
  const published = suite.published
    .map(({ row, encoder: theirs, paper, where, f1 }) => ({
      kind: "published" as const,
      name: `${row}, ${theirs} (${paper}, ${where})`,
      f1: new Map(Object.entries(f1)),
    }))
    .filter(({ f1 }) => columns.some((column) => f1.has(column)));
  return table<ScoreRow>({
    name: `test F1 with ${encoder}`,
    caption: "Test F1. Rows with a paper are as published.",
    columns: [
      { heading: "method", cell: ({ name }) => name },
      ...columns.map(
        (column, i): Column<ScoreRow> => ({
          heading: columnTitle(benchTable, column),
          numeric: true,
          cell: (one) =>
            one.kind === "ours" ? entryCell(one.row.entries[i]) : (one.f1.get(column)?.toFixed(2) ?? ""),
        }),
      ),
    ],
    rows: [
      ...rows.map((row) => ({ kind: "ours" as const, name: rowTitle(suite, row.row).text, row })),
      ...published,
    ],
  });
}

/** Precision and recall of our rows; nothing before the first is finished. */
function ratesTable({ suite }: BenchSummary, benchTable: BenchTable): Html[] {
  const { encoder, columns, rows } = benchTable;
  const done = rows.filter(({ entries }) => entries.some((entry) => entry?.f1 !== undefined));
  if (done.length === 0) return [];
  return [
    table<BenchRow>({
      name: `precision and recall with ${encoder}`,
      caption: "Test precision / recall.",
      columns: [
        { heading: "method", cell: ({ row }) => rowTitle(suite, row).text },
        ...columns.map(
          (column, i): Column<BenchRow> => ({
            heading: columnTitle(benchTable, column),
            numeric: true,
            cell: ({ entries }) => ratesText(entries[i]),
          }),
        ),
      ],
      rows: done,
    }),
  ];
}

/** What the runs took; nothing before the first is finished. */
function costTable({ suite }: BenchSummary, benchTable: BenchTable): Html[] {
  const costs = rowCosts(benchTable);
  if (costs.length === 0) return [];
  return [
    table<(typeof costs)[number]>({
      name: `costs with ${benchTable.encoder}`,
      caption: costText,
      columns: [
        { heading: "method", cell: ({ row }) => rowTitle(suite, row).text },
        ...costColumns(costs).map(({ heading, text }) => ({
          heading,
          numeric: heading !== "data",
          cell: text,
        })),
      ],
      rows: costs,
    }),
  ];
}

/** The score; its tooltip lists the seeds. */
function entryCell(entry: BenchEntry | undefined): Html {
  const seeds = (entry?.results ?? []).map(
    ({ run, test }) =>
      `seed ${run.seed}: P ${test.precision.toFixed(2)}, R ${test.recall.toFixed(2)}, F1 ${test.f1.toFixed(2)}`,
  );
  return html`<span title="${seeds.join("\n")}">${entryText(entry)}</span>`;
}

function expectationTable({ checks }: BenchSummary): Html {
  return table<BenchSummary["checks"][number]>({
    name: "expectations",
    columns: [
      { heading: "expectation", cell: ({ claim }) => plain(claim) },
      { heading: "wanted", numeric: true, cell: ({ wanted }) => wanted },
      { heading: "measured", numeric: true, cell: ({ measured }) => measured ?? "not run yet" },
      { heading: "met", cell: ({ isMet }) => (isMet === undefined ? "" : isMet ? "yes" : "no") },
    ],
    rows: checks,
  });
}

function runTable(done: readonly RunResult[]): Html {
  return table<RunResult>({
    name: "all runs",
    columns: [
      { heading: "run", cell: ({ run }) => run.name },
      numberColumn("epochs", 0, ({ epochs }) => epochs),
      numberColumn("best", 0, ({ bestEpoch }) => bestEpoch),
      numberColumn("dev F1", 2, ({ dev }) => dev.f1),
      numberColumn("test P", 2, ({ test }) => test.precision),
      numberColumn("test R", 2, ({ test }) => test.recall),
      numberColumn("test F1", 2, ({ test }) => test.f1),
      numberColumn("words/s", 0, ({ wordsPerSecond }) => wordsPerSecond.train),
      numberColumn("memory, MB", 0, ({ peakMegabytes }) => peakMegabytes),
      { heading: "time", numeric: true, cell: ({ seconds }) => formatDuration(seconds.total) },
      { heading: "processor", numeric: true, cell: ({ cpuSeconds }) => formatDuration(cpuSeconds) },
      { heading: "program", cell: ({ version, commit }) => commit ?? version },
    ],
    rows: done,
  });
}
