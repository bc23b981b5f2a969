import type { SentenceCounts } from "../../evaluation/index.ts";
import { pairedRandomisation } from "../../evaluation/index.ts";
import type { CellResult } from "../run/run-result.ts";
import type { Cell } from "../suite/run.ts";
import { sumOverSeeds } from "../suite/seed-counts.ts";
import { type MeanAndSd, meanAndSd } from "./mean-and-sd.ts";
/** The results of one encoder: methods below each other, data beside each other. */
export interface BenchTable {
  readonly encoder: string;
  readonly columns: readonly string[];
  readonly rows: readonly BenchRow[];
}

export interface BenchRow {
  readonly row: string;
  /** One for each column; undefined where the suite has no such cell. */
  readonly entries: readonly (BenchEntry | undefined)[];
}

/** All seeds of one row in one column. */
export interface BenchEntry {
  readonly cells: readonly Cell[];
  /** Of the cells that are done. */
  readonly results: readonly CellResult[];
  /** On test; undefined while none is done. */
  readonly f1: MeanAndSd | undefined;
  /** The chance of such a difference to the baseline in the same column, if there were none; undefined where it cannot be told. */
  readonly p: number | undefined;
}

export interface BenchTablesOptions {
  readonly cells: readonly Cell[];
  readonly results: ReadonlyMap<string, CellResult>;
  /** The row that others are compared with. */
  readonly baseline: string | null;
  /** What was counted in each test sentence of a cell. */
  readonly counts: ReadonlyMap<string, SentenceCounts>;
}

/** Puts cells in tables, one for each encoder, in the order of the suite; columns are ordered by data set and masking. */
export function benchTables({ cells, results, baseline, counts }: BenchTablesOptions): BenchTable[] {
  const encoders = distinct(cells.map(({ encoder }) => encoder));
  return encoders.map((encoder) => {
    const own = cells.filter((cell) => cell.encoder === encoder);
    const columns = columnsOf(own);
    const entry = (row: string, column: string): Omit<BenchEntry, "p"> | undefined => {
      const found = own.filter((cell) => cell.row === row && cell.column === column);
      if (found.length === 0) return undefined;
      const done = found.flatMap(({ name }) => results.get(name) ?? []);
      return { cells: found, results: done, f1: meanAndSd(done.map(({ test }) => test.f1)) };
    };
    const rows = distinct(own.map(({ row }) => row)).map((row) => ({
      row,
      entries: columns.map((column): BenchEntry | undefined => {
        const found = entry(row, column);
        if (found === undefined) return undefined;
        const other = baseline === null || row === baseline ? undefined : entry(baseline, column);
        return { ...found, p: other && chanceOf(found, other, counts) };
      }),
    }));
    return { encoder, columns, rows };
  });
}

/**
 * Whether two rows differ by more than luck: over the test sentences, with the seeds that both have.
 * undefined where they have none in common.
 */
export function chanceOf(
  a: Pick<BenchEntry, "results">,
  b: Pick<BenchEntry, "results">,
  counts: ReadonlyMap<string, SentenceCounts>,
): number | undefined {
  const pairs = a.results.flatMap((own) => {
    const other = b.results.find(({ cell }) => cell.seed === own.cell.seed);
    const [first, second] = [counts.get(own.cell.name), other && counts.get(other.cell.name)];
    return first === undefined || second === undefined ? [] : [[first, second] as const];
  });
  if (pairs.length === 0) return undefined;
  const [first, second] = [pairs.map(([one]) => one), pairs.map(([, two]) => two)];
  return pairedRandomisation(sumOverSeeds(first), sumOverSeeds(second)).p;
}

function columnsOf(cells: readonly Cell[]): string[] {
  const sets = distinct(cells.map(({ data }) => data.column ?? data.name));
  return sets.flatMap((set) => {
    const own = cells.filter(({ data }) => (data.column ?? data.name) === set);
    return distinct(own.toSorted((a, b) => (a.mask ?? -1) - (b.mask ?? -1)).map(({ column }) => column));
  });
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}
