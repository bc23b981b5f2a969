import { z } from "zod";
import { UserError } from "../../errors.ts";

const count = z.int().positive();

/** How long a run will be, early stages included. */
const planShape = z.strictObject({
  steps: count,
  epochs: count,
  /** Of the main stage. */
  stepsPerEpoch: count,
  by: z.enum(["epochs", "minutes"]),
  /** The stages before the main one, where there are any. */
  early: z.exactOptional(z.array(z.strictObject({ name: z.string(), steps: count, epochs: count }))),
  /** How many of the dev sentences are scored after an epoch and fitted on, where the time does not allow for all. */
  dev: z.exactOptional(count),
  /** What the weights that the run begins with score on the dev sentences, where they are those of a model. */
  before: z.exactOptional(
    z.strictObject({ precision: z.number(), recall: z.number(), f1: z.number(), macroF1: z.number() }),
  ),
  /** Where there is so little time that a useful model cannot be expected: what a useful run and what all of it would need. */
  short: z.exactOptional(z.strictObject({ minutes: z.number(), allMinutes: z.number() })),
});

export type Plan = z.infer<typeof planShape>;

/** Everything a run remembers beside weights and optimiser: what a checkpoint keeps as JSON. */
const trainingState = z.strictObject({
  plan: planShape,
  /** The stage under way, as in `EpochContext.stage`. */
  stage: z.int().nonnegative(),
  /** Steps done in all. */
  step: z.int().nonnegative(),
  /** The epoch under way, from 0 and over all stages, and how many of its batches are done. */
  epoch: z.int().nonnegative(),
  batch: z.int().nonnegative(),
  /** Of the epoch so far. */
  losses: z.strictObject({ sum: z.number(), count: z.int().nonnegative() }),
  words: z.int().nonnegative(),
  milliseconds: z.number().nonnegative(),
  counts: z.record(z.string(), z.number()),
  /** The best score of the early stage under way. */
  stageScore: z.number().nullable(),
  /** The best epoch of the main stage so far (from 0, over all stages), its score, and the step its weights are of. */
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
    stage: 0,
    step: 0,
    epoch: 0,
    batch: 0,
    losses: { sum: 0, count: 0 },
    words: 0,
    milliseconds: 0,
    counts: {},
    stageScore: null,
    best: null,
    stopped: null,
    seconds: 0,
  };
}

/** Notes a step that was done. */
export function countStep(
  state: TrainingState,
  {
    loss,
    words,
    milliseconds,
  }: { readonly loss: number; readonly words: number; readonly milliseconds: number },
): void {
  state.step++;
  state.batch++;
  state.losses = { sum: state.losses.sum + loss, count: state.losses.count + 1 };
  state.words += words;
  state.milliseconds += milliseconds;
}

/** Goes on to the next epoch. */
export function beginEpoch(state: TrainingState): void {
  state.epoch++;
  state.batch = 0;
  state.losses = { sum: 0, count: 0 };
  state.words = 0;
  state.milliseconds = 0;
}

/** Checks what a checkpoint kept. */
export function parseTrainingState(value: unknown): TrainingState {
  const result = trainingState.safeParse(value);
  const why = result.success ? impossible(result.data) : z.prettifyError(result.error);
  if (result.success && why === undefined) return result.data;
  throw new UserError(`the checkpoint is of another version of lacuna: ${why}`, {
    hint: "train again from the start, into another folder",
  });
}

function impossible({ stage, step, epoch, plan }: TrainingState): string | undefined {
  if (stage > (plan.early?.length ?? 0)) return `there is no stage ${stage} in its plan`;
  if (step > plan.steps || epoch > plan.epochs) return "it is beyond the end of its plan";
  return undefined;
}
