import type { Prepared } from "../encoders/index.ts";
import type { Optimiser, OptimiserState, ParameterStore, StoredTensor } from "../graph/index.ts";
import type { Learner } from "../methods/index.ts";
import { Random } from "../random.ts";
import type { DevEvaluator } from "./dev-evaluator.ts";
import type { EpochBatches } from "./epoch-batches.ts";
import type { Plan } from "./training-state.ts";

/** A run of a given number of epochs. */
export function planByEpochs({ batches }: EpochBatches, epochs: number): Plan {
  let steps = 0;
  for (let epoch = 0; epoch < epochs; epoch++) steps += batches(epoch).length;
  return { steps, epochs, stepsPerEpoch: Math.ceil(steps / epochs), by: "epochs" };
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
  readonly secondsLeft: number;
  /** Does one update; it will be undone. */
  step(batch: readonly number[], step: number): Promise<unknown>;
}

/** Steps that are timed, and those before them, which are slower than the rest. */
const [TIMED, WARMING] = [12, 3];
/** Kept back for saving the model and for steps that are slower than those timed. */
const RESERVE = 0.06;

/**
 * Fixes the number of steps that fit into the time left: does a few steps and a part of an evaluation, measures them,
 * and puts everything back as it was, so that the measuring leaves no trace in the model.
 */
export async function planByMinutes(options: TimedPlanOptions): Promise<Plan> {
  const { longest, epochs, prepared, learner, parameters, optimiser, dev, secondsLeft } = options;
  const begun = performance.now();
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
  const place = { stage: learner.early?.length ?? 0, epoch: 0, epochs: longest.epochs };
  const refreshing = await timed(() => learner.refresh?.("sample", place));
  const diagnosing = await timed(() => learner.diagnose(place));
  parameters.restore(weights);
  optimiser.restore(state);
  learner.resume(counts);

  const perEpoch = (seconds / cost) * costOf(prepared.keys());
  // What is done once more at the end: refreshing, over all sentences, and scoring the weights that are kept.
  const last = refreshing * (prepared.length / Math.min(prepared.length, 1000)) + evaluation;
  const rest = secondsLeft * (1 - RESERVE) - (performance.now() - begun) / 1000 - last;
  const between = diagnosing + (dev === undefined ? 0 : evaluation + refreshing);
  const whole = Math.max(0, Math.floor(rest / (perEpoch + between)));
  // A last epoch that is cut short ends with an evaluation like the others.
  const left = Math.max(0, rest - whole * (perEpoch + between) - between);
  const fitting = whole * all.length + Math.floor((left / perEpoch) * all.length);
  if (fitting >= longest.steps) return longest;
  const steps = Math.max(1, fitting);
  return { ...longest, steps, epochs: Math.max(1, epochsIn(steps, epochs)), by: "minutes" };

  function costOf(batch: Iterable<number>): number {
    let sum = 0;
    for (const sentence of batch) sum += prepared[sentence]!.cost;
    return sum;
  }
}

/** How many epochs are begun in so many steps. */
function epochsIn(steps: number, { batches }: EpochBatches): number {
  let [epoch, left] = [0, steps];
  while (left > 0) left -= batches(epoch++).length;
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
