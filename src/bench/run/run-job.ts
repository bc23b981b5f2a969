import { z } from "zod";
import type { ResolvedConfig } from "../../training/index.ts";
import type { BenchRun } from "../suite/run.ts";

/** What the process of a run needs, as plain data: its `job.json`. */
export interface RunJob {
  readonly run: BenchRun;
  /** The folder of the bench. */
  readonly out: string;
  readonly config: ResolvedConfig;
  readonly test: string;
}

/** The progress of a run, sent by its process when training starts and after each epoch. Nothing depends on it. */
export const runProgress = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("notices"),
    /** What training says about its data and method. */
    notices: z.array(z.string()),
  }),
  z.object({
    kind: z.literal("epoch"),
    /** Counted from 1, over all stages. */
    epoch: z.number(),
    /** How many there will be, at most. */
    epochs: z.number(),
    /** On dev, in percent; null where the epoch is not scored. */
    f1: z.number().nullable(),
  }),
]);

export type RunProgress = z.infer<typeof runProgress>;
