import type { Rates, Score, TypeScore } from "../../evaluation/index.ts";
import type { EpochMetrics } from "../../methods/index.ts";
import type { Stopped } from "../../training/index.ts";
import type { BenchRun } from "../suite/run.ts";
import { upgradeRun } from "../suite/upgrade-suite.ts";

/** One epoch of a run. */
export interface RunEpoch {
  readonly epoch: number;
  /** The early stage it is of; absent in the main one. */
  readonly stage?: string;
  readonly loss: number;
  /** In percent; absent in early stages that are not scored. */
  readonly dev?: Rates;
  readonly diagnostics: EpochMetrics;
}

/** The result of a run: its `result.json`, and its line in `results.jsonl`. Scores are in percent. */
export interface RunResult {
  readonly run: BenchRun;
  /** The kept weights on dev, which chose them: as they were tested, after what the method fits on dev at its end. */
  readonly dev: Rates;
  readonly test: Score & { readonly perType: readonly TypeScore[] };
  /** Of all stages. */
  readonly epochs: number;
  readonly steps: number;
  /** The epoch whose weights are kept. */
  readonly bestEpoch: number;
  readonly stopped: Stopped["reason"];
  /** Scores are those of the weights of each epoch, before what is fitted on dev at the end. */
  readonly perEpoch: readonly RunEpoch[];
  /** What dev had the method add to the scores of the kept weights; absent where there is nothing of the kind. */
  readonly corrections?: Stopped["corrections"];
  /** Encoders trained side by side; absent in results of 0.1.0. */
  readonly encoders?: number;
  /** Words that each encoder has read in training, over all epochs; absent in results of 0.1.0. */
  readonly words?: number;
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

/** A result as a bench of format 1 wrote it. */
type OldRunResult = Omit<RunResult, "run"> & { readonly cell: BenchRun };

/** Reads a result of any format. */
export function upgradeResult(result: RunResult | OldRunResult): RunResult {
  if (!("cell" in result)) return { ...result, run: upgradeRun(result.run) };
  const { cell, ...rest } = result;
  return { run: upgradeRun(cell), ...rest };
}
