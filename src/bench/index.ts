// Suites of experiments: `suite` says what is run, `run` runs it, `report` makes tables and pages of the results, `map` draws
// spans, `suites` are those that come with the program. All this is part of the package because the command `lacuna bench`
// needs it. What only contributors run is in `bench/`, outside `src/`.

export { costColumns, rowCosts } from "./report/costs.ts";
export { entryText, ratesText } from "./report/entry-text.ts";
export { type BenchSummary, readBenchSummary } from "./report/summary.ts";
export { type BenchEntry, type BenchRow, type BenchTable, benchTables } from "./report/table.ts";
export type { TableRecord } from "./report/table-records.ts";
export { REPORTS, writeBenchReports } from "./report/write-reports.ts";
export { archiveRuns, readArchive, restoreRuns } from "./run/archive.ts";
export type { BenchEvent } from "./run/bench-events.ts";
export { type OpenedComparison, openComparison } from "./run/open-comparison.ts";
export { localQueue, type Outcome, type Queue } from "./run/queue.ts";
export { type BenchOptions, RESULTS, runBench } from "./run/run-bench.ts";
export { readRunResults } from "./run/run-folder.ts";
export type { RunJob, RunProgress } from "./run/run-job.ts";
export type { RunEpoch, RunResult } from "./run/run-result.ts";
export { type BenchPlaces, benchPlaces } from "./suite/bench-places.ts";
export { expandSuite } from "./suite/expand-suite.ts";
export { type Comparison, comparisonName } from "./suite/made-suite.ts";
export { type OpenedSuite, openSuite, suiteNames } from "./suite/open-suite.ts";
export type { BenchRun } from "./suite/run.ts";
export type { Suite } from "./suite/suite.ts";
