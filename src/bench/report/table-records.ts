import { mainEpochs } from "./costs.ts";
import { type MeanAndSd, meanAndSd } from "./mean-and-sd.ts";
import type { BenchSummary } from "./summary.ts";
import { rowTitle } from "./titles.ts";

/** One entry of the tables as plain numbers: the means over its finished seeds, and standard deviations where there are two. */
export interface TableRecord {
  readonly encoder: string;
  /** As in the tables, such as `conll03-p0.7`. */
  readonly column: string;
  readonly mask: number | null;
  readonly row: string;
  readonly title: string;
  /** Of the finished runs. */
  readonly seeds: number;
  /** On test, in percent. */
  readonly precision: Spread;
  readonly recall: Spread;
  readonly f1: Spread;
  /** Of the difference from the baseline; null where there is nothing to compare. */
  readonly p: number | null;
  /** On dev, of the kept models as they were tested. */
  readonly devF1: Spread;
  /** Means over seeds; null where it was not recorded. */
  readonly epochs: number | null;
  readonly mainEpochs: number | null;
  readonly encoders: number | null;
  readonly words: number | null;
  readonly cpuSeconds: number | null;
  readonly seconds: number | null;
}

interface Spread {
  readonly mean: number;
  readonly sd: number | null;
}

/** The entries of all tables that have a finished run. */
export function tableRecords({ suite, tables }: BenchSummary): TableRecord[] {
  return tables.flatMap(({ encoder, columns, rows }) =>
    rows.flatMap(({ row, entries }) =>
      columns.flatMap((column, i): TableRecord[] => {
        const entry = entries[i];
        const { f1, precision, recall, results = [] } = entry ?? {};
        const devF1 = meanAndSd(results.map(({ dev }) => dev.f1));
        if (f1 === undefined || precision === undefined || recall === undefined || devF1 === undefined)
          return [];
        const mean = (of: (result: (typeof results)[number]) => number | undefined) => {
          const known = results.map(of).filter((value) => value !== undefined);
          return known.length < results.length ? null : (meanAndSd(known)?.mean ?? null);
        };
        return [
          {
            encoder,
            column,
            mask: results[0]!.run.mask,
            row,
            title: rowTitle(suite, row).text,
            seeds: f1.count,
            precision: spread(precision),
            recall: spread(recall),
            f1: spread(f1),
            p: entry?.p ?? null,
            devF1: spread(devF1),
            epochs: mean(({ epochs }) => epochs),
            mainEpochs: mean(mainEpochs),
            encoders: mean(({ encoders }) => encoders),
            words: mean(({ words }) => words),
            cpuSeconds: mean(({ cpuSeconds }) => cpuSeconds),
            seconds: mean(({ seconds }) => seconds.total),
          },
        ];
      }),
    ),
  );
}

function spread({ mean, sd }: MeanAndSd): Spread {
  return { mean, sd: sd ?? null };
}

/** Records as CSV with a head; what is not known is empty. */
export function recordsCsv(records: readonly TableRecord[]): string {
  const columns: readonly (readonly [
    heading: string,
    value: (one: TableRecord) => string | number | null,
  ])[] = [
    ["encoder", ({ encoder }) => encoder],
    ["column", ({ column }) => column],
    ["mask", ({ mask }) => mask],
    ["row", ({ row }) => row],
    ["title", ({ title }) => title],
    ["seeds", ({ seeds }) => seeds],
    ["precision", ({ precision }) => precision.mean],
    ["precision_sd", ({ precision }) => precision.sd],
    ["recall", ({ recall }) => recall.mean],
    ["recall_sd", ({ recall }) => recall.sd],
    ["f1", ({ f1 }) => f1.mean],
    ["f1_sd", ({ f1 }) => f1.sd],
    ["p", ({ p }) => p],
    ["dev_f1", ({ devF1 }) => devF1.mean],
    ["dev_f1_sd", ({ devF1 }) => devF1.sd],
    ["epochs", ({ epochs }) => epochs],
    ["main_epochs", ({ mainEpochs: main }) => main],
    ["encoders", ({ encoders }) => encoders],
    ["words", ({ words }) => words],
    ["cpu_seconds", ({ cpuSeconds }) => cpuSeconds],
    ["seconds", ({ seconds }) => seconds],
  ];
  const lines = [
    columns.map(([heading]) => heading),
    ...records.map((record) => columns.map(([, value]) => csvCell(value(record)))),
  ];
  return `${lines.map((cells) => cells.join(",")).join("\n")}\n`;
}

/** A cell of CSV. Text that a spreadsheet would take for a formula is made harmless. */
function csvCell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
