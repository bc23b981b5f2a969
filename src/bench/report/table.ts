import { pairedRandomisation, type SentenceCounts } from "../../evaluation/index.ts";
import type { RunResult } from "../run/run-result.ts";
import type { BenchRun } from "../suite/run.ts";
import { type MeanAndSd, meanAndSd } from "./mean-and-sd.ts";
/** The results of one encoder: a row per method, a column per data set and mask. */
export interface BenchTable {
  readonly encoder: string;
  readonly columns: readonly string[];
  readonly rows: readonly BenchRow[];
}

export interface BenchRow {
  readonly row: string;
  /** One for each column; undefined where the suite has no such run. */
  readonly entries: readonly (BenchEntry | undefined)[];
}

/** All seeds of one row in one column. */
export interface BenchEntry {
  readonly runs: readonly BenchRun[];
  /** Of the finished runs. */
  readonly results: readonly RunResult[];
  /** On test; undefined while no run is finished. */
  readonly precision: MeanAndSd | undefined;
  readonly recall: MeanAndSd | undefined;
  readonly f1: MeanAndSd | undefined;
  /** The p-value of the difference from the baseline in the same column; undefined where there is nothing to compare. */
  readonly p: number | undefined;
}

interface BenchTablesOptions {
  readonly runs: readonly BenchRun[];
  readonly results: ReadonlyMap<string, RunResult>;
  /** The row that others are compared with. */
  readonly baseline: string | null;
  /** What was counted in each test sentence of a run. */
  readonly counts: ReadonlyMap<string, SentenceCounts>;
}

/** One table per encoder, rows in the order of the suite, columns by data set and mask. */
export function benchTables({ runs, results, baseline, counts }: BenchTablesOptions): BenchTable[] {
  const encoders = distinct(runs.map(({ encoder }) => encoder));
  return encoders.map((encoder) => {
    const own = runs.filter((run) => run.encoder === encoder);
    const columns = columnsOf(own);
    const entry = (row: string, column: string): Omit<BenchEntry, "p"> | undefined => {
      const found = own.filter((run) => run.row === row && run.column === column);
      if (found.length === 0) return undefined;
      const done = found.flatMap(({ name }) => results.get(name) ?? []);
      const over = (score: "precision" | "recall" | "f1") => meanAndSd(done.map(({ test }) => test[score]));
      return {
        runs: found,
        results: done,
        precision: over("precision"),
        recall: over("recall"),
        f1: over("f1"),
      };
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
 * The p-value of the difference between two rows, by approximate randomisation over the test sentences with the seeds that both
 * have; undefined if there are none.
 */
export function chanceOf(
  a: Pick<BenchEntry, "results">,
  b: Pick<BenchEntry, "results">,
  counts: ReadonlyMap<string, SentenceCounts>,
): number | undefined {
  const pairs = a.results.flatMap((own) => {
    const other = b.results.find(({ run }) => run.seed === own.run.seed);
    const [first, second] = [counts.get(own.run.name), other && counts.get(other.run.name)];
    return first === undefined || second === undefined ? [] : [[first, second] as const];
  });
  if (pairs.length === 0) return undefined;
  const [first, second] = [pairs.map(([one]) => one), pairs.map(([, two]) => two)];
  return pairedRandomisation(sumOverSeeds(first), sumOverSeeds(second)).p;
}

function columnsOf(runs: readonly BenchRun[]): string[] {
  const sets = distinct(runs.map(({ data }) => data.column ?? data.name));
  return sets.flatMap((set) => {
    const own = runs.filter(({ data }) => (data.column ?? data.name) === set);
    return distinct(own.toSorted((a, b) => (a.mask ?? -1) - (b.mask ?? -1)).map(({ column }) => column));
  });
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}

/**
 * The counts of several seeds, added up sentence by sentence. Runs with other seeds answer the same sentences, so what
 * may be swapped between two methods is all answers to a sentence together: taken as so many more sentences, seeds
 * would make any difference look certain.
 */
export function sumOverSeeds(list: readonly SentenceCounts[]): SentenceCounts {
  const length = list[0]?.length ?? 0;
  if (list.some((one) => one.length !== length)) throw new Error("seeds were tested on different sentences");
  const sum = (column: "correct" | "predicted" | "gold") =>
    Int32Array.from({ length }, (_, i) => list.reduce((total, one) => total + one[column][i]!, 0));
  return { length, correct: sum("correct"), predicted: sum("predicted"), gold: sum("gold") };
}
