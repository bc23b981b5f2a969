import type { Rates, Score, TypeScore } from "../../evaluation/index.ts";
import type { EpochMetrics } from "../../methods/index.ts";
import type { Stopped } from "../../training/index.ts";
import type { Cell } from "../suite/run.ts";
/** One epoch of a cell. */
export interface CellEpoch {
  readonly epoch: number;
  /** The early stage it is of; absent in the main one. */
  readonly stage?: string;
  readonly loss: number;
  /** In percent; absent in early stages that are not scored. */
  readonly dev?: Rates;
  readonly diagnostics: EpochMetrics;
}

/** What came of a cell: its `result.json`, and its line in `results.jsonl`. Scores are in percent. */
export interface CellResult {
  readonly cell: Cell;
  /** The kept weights on dev, which chose them. */
  readonly dev: Rates;
  readonly test: Score & { readonly perType: readonly TypeScore[] };
  readonly epochs: number;
  readonly steps: number;
  /** The epoch whose weights are kept. */
  readonly bestEpoch: number;
  readonly stopped: Stopped["reason"];
  readonly perEpoch: readonly CellEpoch[];
  /** Words trained per second, evaluation not counted; words tagged per second on test. */
  readonly wordsPerSecond: { readonly train: number; readonly test: number };
  /** Training with its dev scores; and all, from the start of the process to the score on test. */
  readonly seconds: { readonly train: number; readonly total: number };
  /** Processor time of all sittings. A sitting that was killed counts up to its last checkpoint. */
  readonly cpuSeconds: number;
  readonly peakMegabytes: number;
  /** How often it was interrupted. */
  readonly resumed: number;
  readonly threads: number;
  readonly version: string;
  /** Of the sources, where they are in a repository. */
  readonly commit: string | null;
  readonly machine: string;
}
