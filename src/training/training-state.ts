import { z } from "zod";
import { UserError } from "../errors.ts";

/** How long a run will be. */
export const planShape = z.strictObject({
  steps: z.int().positive(),
  epochs: z.int().positive(),
  stepsPerEpoch: z.int().positive(),
  by: z.enum(["epochs", "minutes"]),
});

export type Plan = z.infer<typeof planShape>;

/** Everything a run remembers beside weights and optimiser: what a checkpoint keeps as JSON. */
export const trainingState = z.strictObject({
  plan: planShape,
  /** Steps done in all. */
  step: z.int().nonnegative(),
  /** The epoch under way, from 0, and how many of its batches are done. */
  epoch: z.int().nonnegative(),
  batch: z.int().nonnegative(),
  /** Of the epoch so far. */
  losses: z.strictObject({ sum: z.number(), count: z.int().nonnegative() }),
  words: z.int().nonnegative(),
  milliseconds: z.number().nonnegative(),
  counts: z.record(z.string(), z.number()),
  /** The best epoch so far (from 0), its score, and the step its weights are of. */
  best: z.strictObject({ epoch: z.int(), score: z.number(), step: z.int() }).nullable(),
  /** Set when nothing is left to do but to save the model. */
  stopped: z.enum(["epochs", "minutes", "patience"]).nullable(),
  /** Seconds that earlier sittings took. */
  seconds: z.number().nonnegative(),
});

export type TrainingState = z.infer<typeof trainingState>;

export function newTrainingState(plan: Plan): TrainingState {
  return {
    plan,
    step: 0,
    epoch: 0,
    batch: 0,
    losses: { sum: 0, count: 0 },
    words: 0,
    milliseconds: 0,
    counts: {},
    best: null,
    stopped: null,
    seconds: 0,
  };
}

/** Checks what a checkpoint kept. */
export function parseTrainingState(value: unknown): TrainingState {
  const result = trainingState.safeParse(value);
  if (result.success) return result.data;
  throw new UserError(`the checkpoint is of another version of lacuna: ${z.prettifyError(result.error)}`, {
    hint: "train again from the start, into another folder",
  });
}
