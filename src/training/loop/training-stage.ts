import type { EpochContext, Stage } from "../../methods/index.ts";
import type { Plan } from "./training-state.ts";
/** One stage of a run as planned, and where in the run it lies. */
export interface TrainingStage {
  /** As in `EpochContext.stage`. */
  readonly number: number;
  /** Undefined for the main one, which comes last. */
  readonly name: string | undefined;
  /** Whether the dev sentences, if there are any, are scored after each of its epochs. */
  readonly isScored: boolean;
  /** Whether the next stage begins with its weights. */
  readonly carryWeights: boolean;
  /** What the stages before it take together. */
  readonly before: { readonly steps: number; readonly epochs: number };
  readonly steps: number;
  readonly epochs: number;
}

/** The stages of a plan in order: what the learner asked for, then the main one with what is left. */
export function trainingStages(plan: Plan, early: readonly Stage[] = []): TrainingStage[] {
  const stages: TrainingStage[] = [];
  let before = { steps: 0, epochs: 0 };
  (plan.early ?? []).forEach(({ name, steps, epochs }, number) => {
    const { isScored, carryWeights = false } = early[number]!;
    stages.push({ number, name, isScored, carryWeights, before, steps, epochs });
    before = { steps: before.steps + steps, epochs: before.epochs + epochs };
  });
  const left = { steps: plan.steps - before.steps, epochs: plan.epochs - before.epochs };
  stages.push({
    number: stages.length,
    name: undefined,
    isScored: true,
    carryWeights: false,
    before,
    ...left,
  });
  return stages;
}

/** Where an epoch of the run (from 0) stands, for a learner. */
export function contextOf({ number, before, epochs }: TrainingStage, epoch: number): EpochContext {
  return { stage: number, epoch: epoch - before.epochs, epochs };
}
