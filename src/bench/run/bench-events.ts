import type { BenchRun } from "../suite/run.ts";
import type { RunResult } from "./run-result.ts";

/** What happens in a bench, as it happens. */
export type BenchEvent =
  | BenchPlanned
  | { readonly kind: "started"; readonly run: BenchRun }
  | { readonly kind: "finished"; readonly run: BenchRun; readonly result: RunResult }
  | { readonly kind: "failed"; readonly run: BenchRun; readonly error: string }
  | BenchStopped;

/** Before anything runs. */
interface BenchPlanned {
  readonly kind: "planned";
  /** All runs, those finished before, and those to do now. */
  readonly runs: number;
  readonly done: number;
  readonly left: number;
  /** Runs at a time, and the processor threads of each. */
  readonly jobs: number;
  readonly threads: number;
  /** What the user should know; absent where there is nothing. */
  readonly notices?: readonly string[];
}

interface BenchStopped {
  readonly kind: "stopped";
  readonly reason: "done" | "budget" | "asked";
  readonly finished: number;
  readonly failed: number;
  /** Runs to do that are not finished. */
  readonly left: number;
}
