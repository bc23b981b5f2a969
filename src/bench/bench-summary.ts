import type { SentenceCounts } from "../evaluation/index.ts";
import { type BenchTable, benchTables } from "./bench-table.ts";
import type { Cell } from "./cell.ts";
import { readCellResults } from "./cell-folder.ts";
import type { CellResult } from "./cell-result.ts";
import { checkPromises, type PromiseCheck } from "./check-promises.ts";
import type { OpenedSuite } from "./open-suite.ts";
import { readSentenceCounts } from "./seed-counts.ts";
import type { Suite } from "./suite.ts";

/** All that is known of a bench: what its table, its page and its section of a document are made of. */
export interface BenchSummary {
  readonly name: string;
  readonly suite: Suite;
  readonly cells: readonly Cell[];
  /** By the names of cells. */
  readonly results: ReadonlyMap<string, CellResult>;
  readonly tables: readonly BenchTable[];
  readonly checks: readonly PromiseCheck[];
}

/** Reads what there is in the folder of a bench. */
export async function readBenchSummary(
  { name, suite }: OpenedSuite,
  cells: readonly Cell[],
  out: string,
): Promise<BenchSummary> {
  const results = await readCellResults(out, cells);
  const counts = new Map<string, SentenceCounts>();
  for (const done of results.keys()) counts.set(done, await readSentenceCounts(out, done));
  return summariseBench({ name, suite }, cells, results, counts);
}

/** Puts results together. */
export function summariseBench(
  { name, suite }: OpenedSuite,
  cells: readonly Cell[],
  results: ReadonlyMap<string, CellResult>,
  counts: ReadonlyMap<string, SentenceCounts>,
): BenchSummary {
  const tables = benchTables({ cells, results, baseline: suite.baseline, counts });
  return { name, suite, cells, results, tables, checks: checkPromises(suite.promises, tables, counts) };
}
