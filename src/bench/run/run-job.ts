import type { ResolvedConfig } from "../../training/index.ts";
import type { Cell } from "../suite/run.ts";
/** All that the process of a cell must know, as plain data: its `job.json`. */
export interface CellJob {
  readonly cell: Cell;
  /** The folder of the bench. */
  readonly out: string;
  readonly config: ResolvedConfig;
  readonly test: string;
}
