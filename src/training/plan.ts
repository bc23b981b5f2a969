import type { Prepared } from "../encoders/index.ts";
import type { Optimiser, OptimiserState, ParameterStore, StoredTensor } from "../graph/index.ts";
import type { Learner, Place, Stage } from "../methods/index.ts";
import { Random } from "../random.ts";
import type { DevEvaluator } from "./dev-evaluator.ts";
import type { EpochBatches } from "./epoch-batches.ts";
import { trainingStages } from "./training-stage.ts";
import type { Plan } from "./training-state.ts";

/** A run of a given number of epochs, after what the learner wants to do before. */
export function planByEpochs(batches: EpochBatches, epochs: number, early: readonly Stage[] = []): Plan {
  const main = { epochs, steps: stepsIn(epochs, batches) };
  const stepsPerEpoch = Math.ceil(main.steps / epochs);
  if (early.length === 0) return { ...main, stepsPerEpoch, by: "epochs" };
  const stages = early.map((stage) => ({
    name: stage.name,
    steps: stepsIn(stage.epochs, batches),
    epochs: stage.epochs,
  }));
  return { ...totals([...stages, main]), stepsPerEpoch, by: "epochs", early: stages };
}

export interface TimedPlanOptions {
  /** What the run will be if there is time enough. */
  readonly longest: Plan;
  readonly epochs: EpochBatches;
  readonly prepared: readonly Pick<Prepared, "cost">[];
  readonly learner: Learner;
  readonly parameters: ParameterStore;
  readonly optimiser: Optimiser;
  readonly dev: DevEvaluator | undefined;
  /** Where the steps that are timed stand. */
  readonly place: Omit<Place, "random">;
  readonly secondsLeft: number;
  /** Does one update; it will be undone. */
  step(batch: readonly number[], step: number): Promise<unknown>;
}

/** Steps that are timed, and those before them, which are slower than the rest. */
const [TIMED, WARMING] = [12, 3];
/** Kept back for saving the model and for steps that are slower than those timed. */
const RESERVE = 0.06;
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
  const rest = options.secondsLeft * (1 - RESERVE) - (performance.now() - begun) / 1000;
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
    for (const { name, steps, epochs: begun, isScored } of trainingStages(plan, learner.early)) {
      seconds += steps * costs.step + begun * (costs.diagnosing + (isScored ? costs.scoring : 0));
      // After a stage that is scored, the score is what a learner wants.
      if (name !== undefined && !isScored) seconds += LOOK * longest.stepsPerEpoch * costs.step;
    }
    return seconds;
  }

  function cutTo(part: number): Plan {
    const stages = trainingStages(longest, learner.early).map(({ name, steps: all }) => {
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
  readonly diagnosing: number;
  /** What comes once, at the end. */
  readonly last: number;
}

async function measure(options: TimedPlanOptions): Promise<Costs> {
  const { longest, epochs, prepared, learner, parameters, optimiser, dev, place } = options;
  const weights = parameters.snapshot();
  const state = copyOf(optimiser.state());
  const counts = learner.counts();
  const all = epochs.batches(0);
  const order = new Random(0).shuffled(all.map((_, i) => i));
  const chosen = Array.from({ length: TIMED + WARMING }, (_, i) => all[order[i % order.length]!]!);
  let [cost, seconds] = [0, 0];
  for (const [i, batch] of chosen.entries()) {
    const started = performance.now();
    await options.step(batch, i + 1);
    if (i < WARMING) continue;
    seconds += (performance.now() - started) / 1000;
    cost += costOf(batch);
  }
  const evaluation = (await dev?.estimateSeconds()) ?? 0;
  const refreshing = await timed(() => learner.refresh?.("sample", place));
  const diagnosing = await timed(() => learner.diagnose(place));
  parameters.restore(weights);
  optimiser.restore(state);
  learner.resume(counts);
  // What was taken from weights that are gone.
  if (learner.memory !== undefined && learner.memory().size > 0) learner.recall?.(new Map());
  const perEpoch = (seconds / cost) * costOf(prepared.keys());
  return {
    step: perEpoch / longest.stepsPerEpoch,
    scoring: dev === undefined ? 0 : evaluation + refreshing,
    diagnosing,
    // Refreshing is over all sentences then, and the weights that are kept are scored once more.
    last: refreshing * (prepared.length / Math.min(prepared.length, 1000)) + evaluation,
  };

  function costOf(batch: Iterable<number>): number {
    let sum = 0;
    for (const sentence of batch) sum += prepared[sentence]!.cost;
    return sum;
  }
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
