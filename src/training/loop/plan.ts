import type { Prepared } from "../../encoders/index.ts";
import type { Optimiser, OptimiserState, ParameterStore, StoredTensor } from "../../graph/index.ts";
import type { EpochContext, Learner, Stage } from "../../methods/index.ts";
import type { DevEvaluator } from "./dev-evaluator.ts";
import type { EpochBatches } from "./epoch-batches.ts";
import { timeAll } from "./time-all.ts";
import { trainingStages } from "./training-stage.ts";
import type { Plan, TrainingState } from "./training-state.ts";
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
  readonly seed: number;
  /** Where in the run the steps that are timed stand. */
  readonly context: EpochContext;
  readonly secondsLeft: number;
  /** Seconds that were gone before. */
  readonly secondsSpent: number;
  /** What a checkpoint takes, about. */
  readonly savingSeconds: number;
  /** How often dev sentences are scored beside the ends of epochs and that of the run. */
  readonly scoredBefore: number;
  /** After how many steps dev sentences are scored within epochs; default: never. */
  readonly everySteps?: number | null;
  /** Told what was found: seconds for a step, and for what comes after the last one. */
  onMeasured?(costs: { readonly step: number; readonly end: number }): void;
  /** Does one update; it will be undone. */
  step(batch: readonly number[], step: number): Promise<unknown>;
}

/**
 * Kept back: a share for steps that are slower than those timed (of a cnn by 4 %, on the whole), and up to three seconds
 * for saving the model and its report at the end.
 */
const [FOR_SLOWER, FOR_SAVING, MOST_SAVING] = [0.07, 0.05, 3];
/** What a learner may take to look through the training sentences after a stage, in epochs of training. */
const LOOK = 0.5;
/** The share of the time that may go into dev sentences before only a part of them is taken, and how few are enough. */
const [MOST_FOR_DEV, FEWEST_DEV] = [1 / 3, 200];
/** Steps of a stage that are too few to learn much, whatever the data; and an epoch of more steps need not be finished. */
const [FEWEST_STEPS, LONG_EPOCH] = [100, 1000];

/**
 * Fixes the number of steps that fit into the time left: does a few steps and a part of an evaluation, measures them,
 * and puts everything back as it was, so that the measuring leaves no trace in the model. Where time is short, all
 * stages are cut by the same share. Where scoring dev sentences would take too much of the time, a part of them is taken.
 */
export async function planByMinutes(options: TimedPlanOptions): Promise<Plan> {
  const { longest, epochs, learner, dev, secondsLeft, secondsSpent } = options;
  const begun = performance.now();
  const costs = await measure(options);
  const measured = (performance.now() - begun) / 1000;
  const rest = secondsLeft * (1 - FOR_SLOWER) - Math.min(MOST_SAVING, FOR_SAVING * secondsLeft) - measured;
  const all = dev?.sentences.length ?? 0;
  const end = (sentences: number) =>
    costs.last +
    sentences * (costs.fitting + costs.scoring) +
    Math.min(MOST_SAVING, FOR_SAVING * secondsLeft);
  options.onMeasured?.({ step: costs.step, end: end(all) });
  if (secondsOf(longest, all) <= rest) return longest;
  let scored = all;
  let plan = fitting(scored);
  const forDev = () => secondsOf(plan, scored) - secondsOf(plan, 0);
  while (scored > FEWEST_DEV && forDev() > MOST_FOR_DEV * rest) {
    scored = Math.max(FEWEST_DEV, Math.floor(scored / 2));
    plan = fitting(scored);
  }
  options.onMeasured?.({ step: costs.step, end: end(scored) });
  return {
    ...plan,
    ...(scored < all && { dev: scored }),
    ...(isShort(plan) && {
      short: {
        minutes: minutesFor(
          cutTo(Math.max(...stagesOf(longest).map(({ steps }) => usefulSteps(steps) / steps))),
        ),
        allMinutes: minutesFor(longest),
      },
    }),
  };

  function stagesOf(plan: Plan) {
    return trainingStages(plan, learner.stages?.early);
  }

  /** The longest plan that fits if so many dev sentences are scored. */
  function fitting(sentences: number): Plan {
    if (secondsOf(longest, sentences) <= rest) return { ...longest, by: "epochs" };
    let [share, tooMuch] = [0, 1];
    // Halving until it cannot be told from the share that just fits.
    for (let i = 0; i < 50; i++) {
      const middle = (share + tooMuch) / 2;
      if (secondsOf(cutTo(middle), sentences) <= rest) share = middle;
      else tooMuch = middle;
    }
    return cutTo(share);
  }

  function secondsOf(plan: Plan, sentences: number): number {
    const { times, mostSentences } = learner.stages?.fits ?? { times: 0, mostSentences: 0 };
    const scoring = sentences * costs.scoring + costs.refreshing + sentences * costs.refreshingByDev;
    let seconds = costs.last + sentences * (costs.fitting + costs.scoring) + options.scoredBefore * scoring;
    for (const { name, steps, epochs: begun, isScored } of stagesOf(plan)) {
      const perEpoch =
        costs.measuring + (isScored && dev !== undefined ? scoring : 0) + options.savingSeconds;
      seconds += steps * costs.step + begun * perEpoch;
      const { everySteps = null } = options;
      if (name === undefined && everySteps !== null && dev !== undefined)
        seconds += Math.floor(steps / everySteps) * scoring;
      // After a stage that is scored, the score is what a learner wants.
      if (name === undefined || isScored) continue;
      seconds += LOOK * longest.stepsPerEpoch * costs.step;
      seconds += times * Math.min(sentences, mostSentences) * costs.fitting;
    }
    return seconds;
  }

  function cutTo(part: number): Plan {
    const stages = stagesOf(longest).map(({ name, steps: all }) => {
      const steps = Math.max(1, Math.floor(part * all));
      return { name, steps, epochs: epochsIn(steps, epochs) };
    });
    const early = stages.flatMap(({ name, ...length }) => (name === undefined ? [] : [{ name, ...length }]));
    return { ...longest, ...totals(stages), by: "minutes", ...(early.length > 0 && { early }) };
  }

  /** How many of the steps of a stage it takes at least to learn something. */
  function usefulSteps(steps: number): number {
    return Math.min(steps, Math.max(FEWEST_STEPS, Math.min(longest.stepsPerEpoch, LONG_EPOCH)));
  }

  function isShort(plan: Plan): boolean {
    const planned = stagesOf(plan);
    return stagesOf(longest).some(({ steps }, i) => planned[i]!.steps < usefulSteps(steps));
  }

  /** The time limit that a plan would need on this machine, rounded up. */
  function minutesFor(plan: Plan): number {
    const needed = (secondsOf(plan, scored) + measured + MOST_SAVING) / (1 - FOR_SLOWER);
    const minutes = (secondsSpent + needed) / 60;
    return minutes < 5 ? Math.ceil(2 * minutes) / 2 : Math.ceil(minutes);
  }
}

/** Where a run stands: the stage under way and the steps done in all. */
type Progress = Pick<TrainingState, "stage" | "step">;

/** A plan of which only a share of what is left is to be done, at least a step of each stage that is not over. */
export function shortened(
  plan: Plan,
  share: number,
  { stage: current, step }: Progress,
  { epochs, early }: { readonly epochs: EpochBatches; readonly early?: readonly Stage[] | undefined },
): Plan {
  const stages = trainingStages(plan, early).map(({ number, name, steps, before, ...length }) => {
    const done = number < current ? steps : number === current ? step - before.steps : 0;
    if (done >= steps) return { name, steps, epochs: length.epochs };
    const kept = done + Math.max(1, Math.floor(share * (steps - done)));
    return { name, steps: kept, epochs: epochsIn(kept, epochs) };
  });
  const cut = stages.flatMap(({ name, ...length }) => (name === undefined ? [] : [{ name, ...length }]));
  return { ...plan, ...totals(stages), by: "minutes", ...(cut.length > 0 && { early: cut }) };
}

/** What the parts of a run take, in seconds. */
interface Costs {
  readonly step: number;
  /** Scoring a dev sentence. */
  readonly scoring: number;
  /** What is to be done before dev sentences are scored: whatever their number, and for each of them. */
  readonly refreshing: number;
  readonly refreshingByDev: number;
  readonly measuring: number;
  /** What a learner fits once, at the end, on a dev sentence. */
  readonly fitting: number;
  /** What else comes once, at the end. */
  readonly last: number;
}

/** The share of the time that may go into timing steps, and that for timing an evaluation. */
const [FOR_STEPS, FOR_SCORING] = [0.04, 0.02];

/** Dev sentences whose scoring and whose fitting is timed, and with how many both are tried before. */
const [SCORED, FITTED, TRIED] = [400, 60, 4];

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
  const sample = dev?.part(SCORED, options.seed);
  const scoring =
    ((await sample?.estimateSeconds(FOR_SCORING * secondsLeft)) ?? 0) / (sample?.sentences.length || 1);
  const isByTrain = learner.fit?.reads === "train";
  const refreshing = isByTrain ? await timed(() => learner.fit?.refresh("sample", context)) : 0;
  const fits = isByTrain ? { sample: 0, all: 0 } : await timeFits(options, sample);
  const measuring = await timed(() => learner.metrics?.endEpoch(context));
  parameters.restore(weights);
  optimiser.restore(state);
  learner.metrics?.resume(counts);
  // What was taken from weights that are gone.
  if ((learner.stages?.state().size ?? 0) > 0) learner.stages?.restore(new Map());
  return {
    step: perEpoch / longest.stepsPerEpoch,
    scoring,
    refreshing,
    refreshingByDev: fits.sample,
    measuring,
    fitting: fits.all,
    // Refreshing is over all sentences then.
    last: refreshing * (prepared.length / Math.min(prepared.length, 1000)),
  };
}

/** What a learner that fits on dev sentences takes for each of them, after an epoch and at the end. */
async function timeFits(
  { learner, context }: TimedPlanOptions,
  dev: DevEvaluator | undefined,
): Promise<{ readonly sample: number; readonly all: number }> {
  const some = dev?.sentences.slice(0, FITTED) ?? [];
  if (learner.fit === undefined || some.length === 0) return { sample: 0, all: 0 };
  const perSentence = async (extent: "sample" | "all") => {
    // The first time, something may have to be compiled.
    await learner.fit?.refresh(extent, context, some.slice(0, TRIED));
    return (await timed(() => learner.fit?.refresh(extent, context, some))) / some.length;
  };
  return { sample: await perSentence("sample"), all: await perSentence("all") };
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
