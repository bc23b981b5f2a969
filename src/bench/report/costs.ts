import { formatDuration, formatNumber } from "../../report/index.ts";
import type { RunResult } from "../run/run-result.ts";
import { meanAndSd } from "./mean-and-sd.ts";
import type { BenchTable } from "./table.ts";

/** What the finished runs of one row on one data set took, all masks and seeds together. */
interface RowCost {
  readonly row: string;
  /** The name of the data set. */
  readonly data: string;
  readonly results: readonly RunResult[];
}

/** The costs of the rows of a table, in its order; rows without a finished run are left out. */
export function rowCosts({ rows }: BenchTable): RowCost[] {
  return rows.flatMap(({ row, entries }) => {
    const results = entries.flatMap((entry) => entry?.results ?? []);
    return [...new Set(results.map(({ run }) => run.data.name))].map((data) => ({
      row,
      data,
      results: results.filter(({ run }) => run.data.name === data),
    }));
  });
}

interface CostColumn {
  readonly heading: string;
  readonly text: (cost: RowCost) => string;
}

/** The columns of a table of costs; those that no run has recorded anything for are left out. */
export function costColumns(costs: readonly RowCost[]): CostColumn[] {
  const isOnly = new Set(costs.map(({ data }) => data)).size === 1;
  const columns: readonly CostColumn[] = [
    { heading: "data", text: ({ data }) => (isOnly ? "" : data) },
    { heading: "epochs", text: ({ results }) => range(results.map(({ epochs }) => epochs)) },
    { heading: "of these main", text: ({ results }) => range(results.map(mainEpochs)) },
    { heading: "encoders", text: ({ results }) => range(results.map(({ encoders }) => encoders)) },
    {
      heading: "words read by each",
      text: ({ results }) => mean(results, ({ words }) => words, formatNumber),
    },
    { heading: "CPU time", text: ({ results }) => mean(results, ({ cpuSeconds }) => cpuSeconds, duration) },
    { heading: "time", text: ({ results }) => mean(results, ({ seconds }) => seconds.total, duration) },
  ];
  return columns.filter(({ text }) => costs.some((cost) => text(cost) !== ""));
}

/** What the numbers of a table of costs are. */
export const costText =
  "What a run of each method took, as recorded: epochs of all stages and of the main one, encoders trained side by side, words that each of them read in training, processor time and time from the start of the process to the test score; means over masks and seeds.";

/** Epochs of the main training, without the stages before it. */
export function mainEpochs({ perEpoch }: Pick<RunResult, "perEpoch">): number {
  return perEpoch.filter(({ stage }) => stage === undefined).length;
}

/** `4`, or `4–20` where runs differ; nothing where one of them did not record it. */
function range(values: readonly (number | undefined)[]): string {
  const known = values.filter((value) => value !== undefined);
  if (known.length < values.length || known.length === 0) return "";
  const [least, most] = [Math.min(...known), Math.max(...known)];
  return least === most ? formatNumber(least) : `${formatNumber(least)}–${formatNumber(most)}`;
}

function mean(
  results: readonly RunResult[],
  of: (result: RunResult) => number | undefined,
  text: (value: number) => string,
): string {
  const known = results.map(of).filter((value) => value !== undefined);
  const value = known.length < results.length ? undefined : meanAndSd(known)?.mean;
  return value === undefined ? "" : text(Math.round(value * 10) / 10);
}

const duration = (seconds: number) => formatDuration(seconds);
