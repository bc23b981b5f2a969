import type { Prepared } from "../../encoders/index.ts";
import type { Optimiser, OptimiserState, ParameterStore, StoredTensor } from "../../graph/index.ts";
import type { EpochContext, Learner, Stage } from "../../methods/index.ts";
import type { DevEvaluator } from "./dev-evaluator.ts";
import type { EpochBatches } from "./epoch-batches.ts";
import { timeAll } from "./time-all.ts";
import { trainingStages } from "./training-stage.ts";
import type { Plan } from "./training-state.ts";
/** A run of a given number of epochs, after what the learner wants to do before. */
export function planByEpochs(batches: EpochBatches, epochs: number, early: readonly Stage[] = []): Plan {
  const main = { epochs, steps: stepsIn(epochs, batches) };
  const stepsPerEpoch = Math.ceil(main.steps / epochs);
  if (early.length === 0) return { ...main, stepsPerEpoch, by: "epochs" };
  const stages = early.map((stage) => {
    const own = typeof stage.epochs === "number" ? stage.epochs : Math.ceil(stage.epochs.share * epochs);
    return { name: stage.name, steps: stepsIn(own, batches), epochs: own };
  });
  return { ...totals([...stages, main]), stepsPerEpoch, by: "epochs", early: stages };
}

interface TimedPlanOptions {
  /** What the run will be if there is time enough. */
  readonly longest: Plan;
  readonly epochs: EpochBatches;
  readonly prepared: readonly Pick<Prepared, "cost">[];
  readonly learner: Learner;
  readonly parameters: ParameterStore;
  readonly optimiser: Optimiser;
  readonly dev: DevEvaluator | undefined;
  /** Where in the run the steps that are timed stand. */
  readonly context: EpochContext;
  readonly secondsLeft: number;
  /** What a checkpoint takes, about. */
  readonly savingSeconds: number;
  /** Does one update; it will be undone. */
  step(batch: readonly number[], step: number): Promise<unknown>;
}

/**
 * Kept back: a share for steps that are slower than those timed (of a cnn by 4 %, on the whole), and up to a second for
 * saving the model at the end.
 */
const [FOR_SLOWER, FOR_SAVING] = [0.07, 0.02];
/** What a learner may take to look through the training sentences after a stage, in epochs of training. */
const LOOK = 0.5;

/**
 * Fixes the number of steps that fit into the time left: does a few steps and a part of an evaluation, measures them,
 * and puts everything back as it was, so that the measuring leaves no trace in the model. Where time is short, all
 * stages are cut by the same share.
 */
export async function planByMinutes(options: TimedPlanOptions): Promise<Plan> {
  const { longest, epochs, learner } = options;
  const begun = performance.now();
  const costs = await measure(options);
  const measured = (performance.now() - begun) / 1000;
  const { secondsLeft } = options;
  const rest = secondsLeft * (1 - FOR_SLOWER) - Math.min(1, FOR_SAVING * secondsLeft) - measured;
  let [share, tooMuch] = [0, 1];
  if (secondsOf(longest) <= rest) return longest;
  // Halving until it cannot be told from the share that just fits.
  for (let i = 0; i < 50; i++) {
    const middle = (share + tooMuch) / 2;
    if (secondsOf(cutTo(middle)) <= rest) share = middle;
    else tooMuch = middle;
  }
  return cutTo(share);

  function secondsOf(plan: Plan): number {
    let seconds = costs.last;
    for (const { name, steps, epochs: begun, isScored } of trainingStages(plan, learner.stages?.early)) {
      const perEpoch = costs.measuring + (isScored ? costs.scoring : 0) + options.savingSeconds;
      seconds += steps * costs.step + begun * perEpoch;
      // After a stage that is scored, the score is what a learner wants.
      if (name !== undefined && !isScored) seconds += LOOK * longest.stepsPerEpoch * costs.step;
    }
    return seconds;
  }

  function cutTo(part: number): Plan {
    const stages = trainingStages(longest, learner.stages?.early).map(({ name, steps: all }) => {
      const steps = Math.max(1, Math.floor(part * all));
      return { name, steps, epochs: epochsIn(steps, epochs) };
    });
    const early = stages.flatMap(({ name, ...length }) => (name === undefined ? [] : [{ name, ...length }]));
    return { ...longest, ...totals(stages), by: "minutes", ...(early.length > 0 && { early }) };
  }
}

/** What the parts of a run take, in seconds. */
interface Costs {
  readonly step: number;
  /** Scoring the dev sentences, and what is to be done for it. */
  readonly scoring: number;
  readonly measuring: number;
  /** What comes once, at the end. */
  readonly last: number;
}

/** The share of the time that may go into timing steps, and that for timing an evaluation. */
const [FOR_STEPS, FOR_SCORING] = [0.04, 0.02];

async function measure(options: TimedPlanOptions): Promise<Costs> {
  const { longest, epochs, prepared, learner, parameters, optimiser, dev, context, secondsLeft } = options;
  const weights = parameters.snapshot();
  const state = copyOf(optimiser.state());
  const counts = learner.metrics?.counts() ?? {};
  const costOf = (batch: readonly number[]) => batch.reduce((sum, i) => sum + prepared[i]!.cost, 0);
  const perEpoch = await timeAll(epochs.batches(0), options.step, {
    costOf,
    budget: FOR_STEPS * secondsLeft,
  });
  const evaluation = (await dev?.estimateSeconds(FOR_SCORING * secondsLeft)) ?? 0;
  const refreshing = await timed(() => learner.fit?.refresh("sample", context));
  const measuring = await timed(() => learner.metrics?.endEpoch(context));
  parameters.restore(weights);
  optimiser.restore(state);
  learner.metrics?.resume(counts);
  // What was taken from weights that are gone.
  if ((learner.stages?.state().size ?? 0) > 0) learner.stages?.restore(new Map());
  return {
    step: perEpoch / longest.stepsPerEpoch,
    scoring: dev === undefined ? 0 : evaluation + refreshing,
    measuring,
    // Refreshing is over all sentences then, and the weights that are kept are scored once more.
    last: refreshing * (prepared.length / Math.min(prepared.length, 1000)) + evaluation,
  };
}

function totals(stages: readonly { readonly steps: number; readonly epochs: number }[]) {
  const sum = (of: "steps" | "epochs") => stages.reduce((total, stage) => total + stage[of], 0);
  return { steps: sum("steps"), epochs: sum("epochs") };
}

function stepsIn(epochs: number, batches: EpochBatches): number {
  let steps = 0;
  for (let epoch = 0; epoch < epochs; epoch++) steps += batches.steps(epoch);
  return steps;
}

/** How many epochs are begun in so many steps. */
function epochsIn(steps: number, batches: EpochBatches): number {
  let [epoch, left] = [0, steps];
  while (left > 0) left -= batches.steps(epoch++);
  return epoch;
}

async function timed(work: () => Promise<unknown> | undefined): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}

/** An optimiser's state is a view of its own arrays. */
function copyOf({ info, tensors }: OptimiserState): OptimiserState {
  return {
    info: structuredClone(info),
    tensors: new Map(
      [...tensors].map(([name, tensor]) => [name, { ...tensor, data: tensor.data.slice() } as StoredTensor]),
    ),
  };
}
