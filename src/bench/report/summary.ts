import type { SentenceCounts } from "../../evaluation/index.ts";
import type { SpanMap } from "../map/span-map.ts";
import { readCellResults, readSpanMap } from "../run/run-folder.ts";
import type { CellResult } from "../run/run-result.ts";
import type { OpenedSuite } from "../suite/open-suite.ts";
import type { Cell } from "../suite/run.ts";
import { readSentenceCounts } from "../suite/seed-counts.ts";
import type { Suite } from "../suite/suite.ts";
import { checkPromises, type PromiseCheck } from "./check-expectations.ts";
import { type BenchTable, benchTables } from "./table.ts";
/** All that is known of a bench: what its table, its page and its section of a document are made of. */
export interface BenchSummary {
  readonly name: string;
  readonly suite: Suite;
  readonly cells: readonly Cell[];
  /** By the names of cells. */
  readonly results: ReadonlyMap<string, CellResult>;
  readonly tables: readonly BenchTable[];
  readonly checks: readonly PromiseCheck[];
  /** How models see spans of test, by the names of cells: one seed of each. */
  readonly maps: ReadonlyMap<string, SpanMap>;
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
  const summary = summariseBench({ name, suite }, cells, results, counts);
  const maps = new Map<string, SpanMap>();
  for (const entry of summary.tables.flatMap(({ rows }) => rows.flatMap(({ entries }) => entries))) {
    const first = entry?.results[0]?.cell.name;
    const map = first === undefined ? undefined : await readSpanMap(out, first);
    if (first !== undefined && map !== undefined) maps.set(first, map);
  }
  return { ...summary, maps };
}

/** Puts results together. */
export function summariseBench(
  { name, suite }: OpenedSuite,
  cells: readonly Cell[],
  results: ReadonlyMap<string, CellResult>,
  counts: ReadonlyMap<string, SentenceCounts>,
): BenchSummary {
  const tables = benchTables({ cells, results, baseline: suite.baseline, counts });
  const checks = checkPromises(suite.promises, tables, counts);
  return { name, suite, cells, results, tables, checks, maps: new Map() };
}
