import type { Sentence } from "../data/index.ts";
import type { Encoder, Prepared } from "../encoders/index.ts";
import { UserError } from "../errors.ts";
import type { ScoreResult } from "../evaluation/index.ts";
import {
  constantSchedule,
  cosineSchedule,
  GradientStep,
  linearSchedule,
  type Optimiser,
  type ParameterStore,
  type Schedule,
  type SessionOptions,
  type Snapshot,
} from "../graph/index.ts";
import type { Learner, Place } from "../methods/index.ts";
import { CENTRES, Predictor } from "../models/index.ts";
import type { Checkpoint } from "./checkpoint.ts";
import { checkpointWeights, snapshotOf } from "./checkpoint-weights.ts";
import type { ResolvedConfig } from "./config-resolve.ts";
import { DevEvaluator } from "./dev-evaluator.ts";
import { type EpochBatches, epochBatches } from "./epoch-batches.ts";
import type { Evaluated, Stepped, TrainEvent } from "./events.ts";
import { makeOptimiser } from "./make-optimiser.ts";
import { planByEpochs, planByMinutes } from "./plan.ts";
import { newTrainingState, type Plan, parseTrainingState, type TrainingState } from "./training-state.ts";

/** Where checkpoints are kept. */
export interface CheckpointStore {
  /** `bestVersion` is another number for other best weights. */
  save(checkpoint: Checkpoint, bestVersion?: number): Promise<void>;
  load(): Promise<Checkpoint | undefined>;
}

export interface TrainOptions {
  readonly config: ResolvedConfig;
  readonly learner: Learner;
  readonly encoder: Encoder;
  readonly parameters: ParameterStore;
  /** The training sentences, made ready; the learner knows them by number. */
  readonly prepared: readonly Prepared[];
  readonly dev?: readonly Sentence[];
  readonly session: Pick<SessionOptions, "threads" | "spinning" | "runtime">;
  readonly checkpoints?: CheckpointStore;
  /** Go on from the newest checkpoint, where there is one. */
  readonly resume?: boolean;
  /** Asks for a stop after the step under way, with a checkpoint. */
  readonly signal?: AbortSignal;
  /** When the run began, for `maxMinutes`; now unless given. `performance.now()` milliseconds. */
  readonly begun?: number;
}

/** What the loop ends with: whether there is a model to save. */
export type Outcome = "finished" | "asked";

/** After so many steps in a row whose loss is no number, a run is lost. */
const HOPELESS = 10;

/**
 * Trains until the plan is fulfilled or the dev score stops rising, and leaves the best weights in `parameters`.
 * Prints nothing, and writes nothing but checkpoints: the caller reads the events and may stop by leaving.
 *
 * Batches and draws depend on the seed and the number of the step alone, so a run that goes on from a checkpoint
 * ends with the same bits as one that never stopped.
 */
export async function* train(options: TrainOptions): AsyncGenerator<TrainEvent, Outcome> {
  const { config, learner, encoder, parameters, prepared, session, checkpoints, signal } = options;
  const begun = options.begun ?? performance.now();
  const loss = learner.build({ parameters, training: true });
  parameters.freeze([...(encoder.frozen ?? []), CENTRES]);
  const outputs = learner.watched ?? {};
  const gradientStep = await GradientStep.compile({ ...session, loss, parameters, outputs });
  const predictor =
    options.dev === undefined
      ? undefined
      : await Predictor.compile({ encoder, model: learner.model, parameters, session });
  try {
    const dev = predictor && new DevEvaluator(options.dev!, encoder, predictor, config.evaluation);
    const optimiser = makeOptimiser(gradientStep.trained, config);
    const epochs = epochBatches(prepared, batchOptions(config), config.seed);
    const loaded = options.resume ? await checkpoints?.load() : undefined;
    const run = new Run({ ...options, gradientStep, optimiser, epochs, dev, begun });
    if (loaded === undefined) {
      run.state = newTrainingState(await run.makePlan());
      // The length of a timed run must survive a kill: it could not be measured again to the same number.
      if (config.maxMinutes !== null) await run.save();
    } else {
      run.restore(loaded);
    }
    yield { kind: "planned", ...run.state.plan };
    const outcome = yield* run.steps(signal);
    const score = outcome === "finished" ? await run.finish() : undefined;
    const { step, best, stopped } = run.state;
    yield {
      kind: "stopped",
      reason: outcome === "asked" ? "asked" : stopped!,
      step,
      bestEpoch: (best?.epoch ?? run.state.epoch) + 1,
      seconds: run.seconds(),
      ...(score !== undefined && { dev: score }),
    };
    return outcome;
  } finally {
    await predictor?.dispose();
    await gradientStep.dispose();
  }
}

interface RunParts extends Omit<TrainOptions, "dev"> {
  readonly gradientStep: GradientStep;
  readonly optimiser: Optimiser;
  readonly epochs: EpochBatches;
  readonly dev: DevEvaluator | undefined;
  readonly begun: number;
}

/** One run under way: what the loop needs at hand. */
class Run {
  state!: TrainingState;
  readonly #parts: RunParts;
  #best: { readonly step: number; readonly weights: Snapshot } | undefined;
  #savedAt = performance.now();
  #hopeless = 0;

  constructor(parts: RunParts) {
    this.#parts = parts;
  }

  seconds(): number {
    return this.state.seconds + (performance.now() - this.#parts.begun) / 1000;
  }

  async makePlan(): Promise<Plan> {
    const { config, epochs, prepared, learner, parameters, optimiser, dev, begun } = this.#parts;
    const longest = planByEpochs(epochs, config.epochs);
    if (config.maxMinutes === null) return longest;
    const plan = await planByMinutes({
      longest,
      epochs,
      prepared,
      learner,
      parameters,
      optimiser,
      dev,
      secondsLeft: config.maxMinutes * 60 - (performance.now() - begun) / 1000,
      step: (batch, step) => this.#update(batch, { stage: 0, epoch: 0, epochs: longest.epochs }, step, 0.01),
    });
    return plan;
  }

  async *steps(signal?: AbortSignal): AsyncGenerator<TrainEvent, Outcome> {
    const { config, epochs, prepared, learner, checkpoints } = this.#parts;
    const { plan } = this.state;
    const factor = scheduleOf(config, plan);
    while (this.state.stopped === null) {
      const place = { stage: 0, epoch: this.state.epoch, epochs: plan.epochs };
      const batches = epochs.batches(place.epoch);
      while (this.state.batch < batches.length && this.state.step < plan.steps) {
        if (signal?.aborted) {
          await this.save();
          return "asked";
        }
        const begun = performance.now();
        const batch = batches[this.state.batch]!;
        const step = this.state.step + 1;
        const loss = await this.#update(batch, place, step, factor(step));
        const words = batch.reduce((sum, i) => sum + prepared[i]!.words, 0);
        const milliseconds = performance.now() - begun;
        this.#count(loss, words, milliseconds);
        const event: Stepped = { kind: "step", step, epoch: place.epoch + 1, loss, words, milliseconds };
        yield event;
        if (
          checkpoints !== undefined &&
          // What ends an epoch is saved after its evaluation, so that a step has one state and the log can be cut by it.
          this.state.batch < batches.length &&
          this.state.step < plan.steps &&
          performance.now() - this.#savedAt >= config.checkpoint.seconds * 1000
        ) {
          await this.save();
          yield { kind: "saved", step };
        }
      }
      yield await this.#endEpoch(place);
      this.state.counts = learner.counts();
      if (checkpoints !== undefined) {
        await this.save();
        yield { kind: "saved", step: this.state.step };
      }
    }
    return "finished";
  }

  /** Puts the best weights back, completes what they need, and scores them once more as they will be used. */
  async finish(): Promise<ScoreResult | undefined> {
    const { parameters, learner, dev } = this.#parts;
    if (this.#best !== undefined) parameters.restore(this.#best.weights);
    const { plan, best, epoch } = this.state;
    await learner.refresh?.("all", {
      stage: 0,
      epoch: Math.min(best?.epoch ?? epoch, plan.epochs - 1),
      epochs: plan.epochs,
    });
    return dev?.score();
  }

  async save(): Promise<void> {
    const { checkpoints, parameters, optimiser, learner } = this.#parts;
    if (checkpoints === undefined) return;
    const best = this.#best;
    await checkpoints.save(
      {
        step: this.state.step,
        weights: checkpointWeights(parameters),
        optimiser: optimiser.state(),
        ...(best !== undefined && { best: checkpointWeights(parameters, best.weights) }),
        state: { ...this.state, counts: learner.counts(), seconds: this.seconds() },
      },
      best?.step,
    );
    this.#savedAt = performance.now();
  }

  restore({ weights, optimiser: saved, best, state }: Checkpoint): void {
    const { parameters, optimiser, learner } = this.#parts;
    parameters.restore(snapshotOf(parameters, weights));
    optimiser.restore(saved);
    this.state = parseTrainingState(state);
    learner.resume(this.state.counts);
    if (best !== undefined)
      this.#best = { step: this.state.best!.step, weights: snapshotOf(parameters, best) };
  }

  /** One update of the weights; the loss before it. */
  async #update(
    batch: readonly number[],
    place: Omit<Place, "random">,
    step: number,
    rateFactor: number,
  ): Promise<number> {
    const { learner, gradientStep, optimiser, epochs } = this.#parts;
    const feeds = await learner.feed(batch, { ...place, random: epochs.random(step) });
    if (feeds === undefined) return 0;
    const { loss, gradients, outputs } = await gradientStep.run(feeds);
    learner.observe?.(outputs);
    const isSound = Number.isFinite(loss) && optimiser.step(gradients, rateFactor).applied;
    this.#hopeless = isSound ? 0 : this.#hopeless + 1;
    if (this.#hopeless >= HOPELESS) {
      throw new UserError(`training has come apart: the loss was no number in ${HOPELESS} steps in a row`, {
        hint: "lower optimiser.rate and optimiser.encoderRate",
      });
    }
    return Number.isFinite(loss) ? loss : 0;
  }

  #count(loss: number, words: number, milliseconds: number): void {
    const { state } = this;
    state.step++;
    state.batch++;
    state.losses = { sum: state.losses.sum + loss, count: state.losses.count + 1 };
    state.words += words;
    state.milliseconds += milliseconds;
  }

  /** Evaluates, notes whether this is the best epoch, and goes on to the next or stops. */
  async #endEpoch(place: Omit<Place, "random">): Promise<Evaluated> {
    const { config, learner, dev, parameters } = this.#parts;
    const { state } = this;
    const diagnostics = await learner.diagnose(place);
    let scores: Evaluated["dev"];
    let isBest = true;
    let bestEpoch = place.epoch;
    if (dev !== undefined) {
      await learner.refresh?.("sample", place);
      const { micro, macro } = await dev.score();
      scores = { precision: micro.precision, recall: micro.recall, f1: micro.f1, macroF1: macro.f1 };
      const score = config.stopping.score === "macro-f1" ? scores.macroF1 : scores[config.stopping.score];
      isBest = state.best === null || score > state.best.score;
      if (isBest) {
        state.best = { epoch: place.epoch, score, step: state.step };
        this.#best = { step: state.step, weights: parameters.snapshot() };
      }
      bestEpoch = state.best!.epoch;
    } else {
      state.best = { epoch: place.epoch, score: 0, step: state.step };
    }
    const event: Evaluated = {
      kind: "evaluated",
      step: state.step,
      epoch: place.epoch + 1,
      loss: state.losses.sum / Math.max(1, state.losses.count),
      ...(scores !== undefined && { dev: scores }),
      diagnostics,
      best: isBest,
      wordsPerSecond: state.words / Math.max(1e-9, state.milliseconds / 1000),
      seconds: this.seconds(),
    };
    state.epoch++;
    state.batch = 0;
    state.losses = { sum: 0, count: 0 };
    state.words = 0;
    state.milliseconds = 0;
    const { patience } = config.stopping;
    if (state.step >= state.plan.steps) state.stopped = state.plan.by;
    else if (dev !== undefined && patience !== null && place.epoch - bestEpoch >= patience) {
      state.stopped = "patience";
    }
    return event;
  }
}

function batchOptions({ batch }: ResolvedConfig) {
  const { sentences, cost, pool } = batch;
  return { sentences, pool, ...(cost !== null && { cost }) };
}

function scheduleOf({ optimiser }: ResolvedConfig, { steps }: Plan): Schedule {
  const warmup = Math.floor(optimiser.warmup * steps);
  if (optimiser.schedule === "constant") return constantSchedule(warmup);
  return (optimiser.schedule === "linear" ? linearSchedule : cosineSchedule)({ warmup, steps });
}
