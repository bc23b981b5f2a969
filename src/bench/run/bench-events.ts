import type { BenchRun } from "../suite/run.ts";
import type { RunResult } from "./run-result.ts";

/** What has just happened in a bench. The command prints these, tests collect them. */
export type BenchEvent =
  | BenchPlanned
  | { readonly kind: "started"; readonly run: BenchRun }
  | { readonly kind: "finished"; readonly run: BenchRun; readonly result: RunResult }
  | { readonly kind: "failed"; readonly run: BenchRun; readonly error: string }
  | BenchStopped;

/** Before anything runs. */
interface BenchPlanned {
  readonly kind: "planned";
  /** Runs of the suite, those of them that were done before, and those to be run now. */
  readonly runs: number;
  readonly done: number;
  readonly left: number;
  /** How many run at once, and the processor threads of each. */
  readonly jobs: number;
  readonly threads: number;
}

interface BenchStopped {
  readonly kind: "stopped";
  readonly reason: "done" | "budget" | "asked";
  readonly finished: number;
  readonly failed: number;
  /** Runs that were to be run and are not done. */
  readonly left: number;
}
