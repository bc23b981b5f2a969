import type { SentenceCounts } from "../../evaluation/index.ts";
import type { SpanMap } from "../map/span-map.ts";
import { readArchive } from "../run/archive.ts";
import {
  readRunResults,
  readSentenceCounts,
  readSpanMap,
  runDifferences,
  sentenceCounts,
} from "../run/run-folder.ts";
import type { RunResult } from "../run/run-result.ts";
import { expandSuite } from "../suite/expand-suite.ts";
import type { OpenedSuite } from "../suite/open-suite.ts";
import type { BenchRun } from "../suite/run.ts";
import type { Suite } from "../suite/suite.ts";
import { checkExpectations, type ExpectationCheck } from "./check-expectations.ts";
import { type BenchTable, benchTables } from "./table.ts";
/** All that tables and pages of a bench show. */
export interface BenchSummary {
  readonly name: string;
  readonly suite: Suite;
  readonly runs: readonly BenchRun[];
  /** By the names of runs. */
  readonly results: ReadonlyMap<string, RunResult>;
  readonly tables: readonly BenchTable[];
  readonly checks: readonly ExpectationCheck[];
  /** How models see spans of test, by the names of runs: one seed of each. */
  readonly maps: ReadonlyMap<string, SpanMap>;
}

/** Reads the folder of a bench. */
export async function readBenchSummary(
  { name, suite }: OpenedSuite,
  runs: readonly BenchRun[],
  out: string,
): Promise<BenchSummary> {
  const results = await readRunResults(out, runs);
  const counts = new Map<string, SentenceCounts>();
  for (const done of results.keys()) counts.set(done, await readSentenceCounts(out, done));
  const summary = summariseBench({ name, suite }, runs, results, counts);
  const maps = new Map<string, SpanMap>();
  for (const entry of summary.tables.flatMap(({ rows }) => rows.flatMap(({ entries }) => entries))) {
    const first = entry?.results[0]?.run.name;
    const map = first === undefined ? undefined : await readSpanMap(out, first);
    if (first !== undefined && map !== undefined) maps.set(first, map);
  }
  return { ...summary, maps };
}

/** Reads what an archive has of a suite; runs with other settings than the suite has now are left out. */
export async function readArchiveSummary(opened: OpenedSuite, archive: string): Promise<BenchSummary> {
  const runs = expandSuite(opened.suite);
  const archived = await readArchive(archive);
  const results = new Map<string, RunResult>();
  const counts = new Map<string, SentenceCounts>();
  for (const run of runs) {
    const own = archived.get(run.name);
    if (own === undefined || runDifferences(own.result.run, run).length > 0) continue;
    results.set(run.name, own.result);
    counts.set(run.name, sentenceCounts(own.counts));
  }
  return summariseBench(opened, runs, results, counts);
}

/** Puts results together. */
export function summariseBench(
  { name, suite }: OpenedSuite,
  runs: readonly BenchRun[],
  results: ReadonlyMap<string, RunResult>,
  counts: ReadonlyMap<string, SentenceCounts>,
): BenchSummary {
  const tables = benchTables({ runs, results, baseline: suite.baseline, counts });
  const checks = checkExpectations(suite.expectations, tables, counts);
  return { name, suite, runs, results, tables, checks, maps: new Map() };
}
