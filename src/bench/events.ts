import type { CellResult } from "./run/run-result.ts";
import type { Cell } from "./suite/run.ts";

/** What has just happened in a bench. The command prints these, tests collect them. */
export type BenchEvent =
  | BenchPlanned
  | { readonly kind: "started"; readonly cell: Cell }
  | { readonly kind: "finished"; readonly cell: Cell; readonly result: CellResult }
  | { readonly kind: "failed"; readonly cell: Cell; readonly error: string }
  | BenchStopped;

/** Before anything runs. */
export interface BenchPlanned {
  readonly kind: "planned";
  /** Cells of the suite, those of them that were done before, and those to be run now. */
  readonly cells: number;
  readonly done: number;
  readonly left: number;
  /** How many run at once, and the processor threads of each. */
  readonly jobs: number;
  readonly threads: number;
}

export interface BenchStopped {
  readonly kind: "stopped";
  readonly reason: "done" | "budget" | "asked";
  readonly finished: number;
  readonly failed: number;
  /** Cells that were to be run and are not done. */
  readonly left: number;
}
