import type { ResolvedConfig } from "../../training/index.ts";
import type { BenchRun } from "../suite/run.ts";
/** All that the process of a run must know, as plain data: its `job.json`. */
export interface RunJob {
  readonly run: BenchRun;
  /** The folder of the bench. */
  readonly out: string;
  readonly config: ResolvedConfig;
  readonly test: string;
}
