import type { Sentence } from "../../data/index.ts";
import type { ScoreResult } from "../../evaluation/index.ts";
import type { GradientStep, Optimiser, Snapshot } from "../../graph/index.ts";
import type { EpochContext } from "../../methods/index.ts";
import type { Checkpoint } from "../checkpoint/checkpoint.ts";
import { checkpointWeights, snapshotOf } from "../checkpoint/checkpoint-weights.ts";
import type { DevEvaluator } from "./dev-evaluator.ts";
import type { EpochBatches } from "./epoch-batches.ts";
import type { Evaluated, Scored, Stepped, TrainEvent } from "./events.ts";
import { planByEpochs, planByMinutes, shortened } from "./plan.ts";
import type { Outcome, TrainOptions } from "./train-options.ts";
import { makeSchedule } from "./training-optimiser.ts";
import { contextOf, type TrainingStage, trainingStages } from "./training-stage.ts";
import {
  beginEpoch,
  countStep,
  newTrainingState,
  parseTrainingState,
  type TrainingState,
} from "./training-state.ts";
import { emptyNotice } from "./warnings.ts";
import { WeightAverage } from "./weight-average.ts";
import { WeightUpdates } from "./weight-updates.ts";

/**
 * The share of the learning rate with which steps are timed: enough for a model that takes most spans for nothing, as
 * all later ones do, since one that knows nothing finds entities everywhere and is slow to evaluate.
 */
const TRIED_RATE = 0.3;

/** Weights a second that a checkpoint takes: 16 bytes each, with the best ones and what the optimiser remembers. */
const SAVED_PER_SECOND = 10_000_000;

/** What scoring all dev sentences may take more than a part of them has, and the seconds left for saving the model then. */
const [RESERVE, FOR_SAVING] = [1.5, 3];

/** The share of the time limit that a run may be late by before it is shortened. */
const LATE = 0.05;

interface TrainingRunParts extends Omit<TrainOptions, "dev"> {
  readonly gradientStep: GradientStep;
  readonly optimiser: Optimiser;
  readonly epochs: EpochBatches;
  readonly dev: DevEvaluator | undefined;
  readonly begun: number;
  /** The weights before any training; needed where there are early stages. */
  readonly first: Snapshot | undefined;
}

/** One run under way: does its steps, scores its epochs, goes from stage to stage, and can be saved at any step. */
export class TrainingRun {
  state!: TrainingState;
  readonly #parts: TrainingRunParts;
  readonly #updates: WeightUpdates;
  #stages!: readonly TrainingStage[];
  /** The dev sentences that are scored in the epochs: all, or what the time allows for. */
  #dev: DevEvaluator | undefined;
  /** What a step and the end of the run should take; unknown where the plan was made in an earlier sitting. */
  #expected: { readonly step: number; readonly end: number } | undefined;
  /** What scoring one of them took the last time, in seconds. */
  #secondsPerSentence = 0;
  readonly #average: WeightAverage | undefined;
  #best: { readonly step: number; readonly weights: Snapshot } | undefined;
  #savedAt = performance.now();

  constructor(parts: TrainingRunParts) {
    this.#parts = parts;
    this.#updates = new WeightUpdates(parts);
    const { ema } = parts.config.optimiser;
    if (ema !== null) this.#average = new WeightAverage(parts.gradientStep.trained, ema);
  }

  seconds(): number {
    return this.state.seconds + (performance.now() - this.#parts.begun) / 1000;
  }

  /** Decides how long the run will be, and stands at its start. */
  async plan(): Promise<void> {
    const { config, epochs, learner, parameters, checkpoints, begun } = this.#parts;
    const longest = planByEpochs(epochs, config.epochs, learner.stages?.early);
    if (config.maxMinutes === null) return this.#start(newTrainingState(longest));
    // What comes later may need what earlier stages found, so the first stage is timed for all.
    const context = contextOf(trainingStages(longest, learner.stages?.early)[0]!, 0);
    const spent = (performance.now() - begun) / 1000;
    const plan = await planByMinutes({
      ...this.#parts,
      longest,
      context,
      seed: config.seed,
      secondsLeft: config.maxMinutes * 60 - spent,
      secondsSpent: spent,
      everySteps: config.stopping.everySteps,
      scoredBefore: this.#parts.scoreFirst ? 1 : 0,
      onMeasured: (costs) => {
        this.#expected = costs;
      },
      savingSeconds: checkpoints === undefined ? 0 : parameters.count().all / SAVED_PER_SECOND,
      step: (batch, step) =>
        this.#updates.run(batch, { ...context, random: epochs.random(step) }, TRIED_RATE),
    });
    this.#start(newTrainingState(plan));
  }

  /** Notes how good the weights are that the run begins with, where they are those of a model. */
  async scoreFirst(): Promise<void> {
    const main = this.#stages.at(-1)!;
    const { scores: before } = await this.#score(contextOf(main, main.before.epochs));
    if (before !== undefined) this.state.plan = { ...this.state.plan, before };
  }

  #start(state: TrainingState): void {
    this.state = state;
    this.#stages = trainingStages(state.plan, this.#parts.learner.stages?.early);
    const { dev, config } = this.#parts;
    this.#dev = state.plan.dev === undefined ? dev : dev?.part(state.plan.dev, config.seed);
  }

  async *steps(signal?: AbortSignal): AsyncGenerator<TrainEvent, Outcome> {
    const { config, epochs, prepared, learner, checkpoints } = this.#parts;
    const { state } = this;
    while (state.stopped === null) {
      const [from, steps] = [this.seconds(), state.step];
      const stage = this.#stages[state.stage]!;
      const factor = makeSchedule(config, stage.steps);
      const context = contextOf(stage, state.epoch);
      const batches = epochs.batches(context.epoch);
      const isUnderWay = () => state.batch < batches.length && !isOver(stage, state);
      while (isUnderWay()) {
        if (signal?.aborted) {
          await this.save();
          return "asked";
        }
        const begun = performance.now();
        const batch = batches[state.batch]!;
        const own = state.step + 1 - stage.before.steps;
        const loss = await this.#updates.run(batch, { ...context, random: epochs.random(own) }, factor(own));
        this.#average?.add(own);
        const words = batch.reduce((sum, i) => sum + prepared[i]!.words, 0);
        const milliseconds = performance.now() - begun;
        countStep(state, { loss, words, milliseconds });
        const { step, epoch } = state;
        const event: Stepped = {
          kind: "step",
          step,
          epoch: epoch + 1,
          ...named(stage),
          loss,
          words,
          milliseconds,
        };
        yield event;
        const { everySteps } = config.stopping;
        const isScored = stage.isScored && stage.name === undefined && everySteps !== null;
        if (isScored && this.#dev !== undefined && isUnderWay() && own % everySteps === 0) {
          yield await this.#withKept(() => this.#scoreWithin(stage, context));
        }
        // What ends an epoch is saved after its evaluation, so that a step has one state and the log can be cut by it.
        const isDue = performance.now() - this.#savedAt >= config.checkpoint.seconds * 1000;
        if (checkpoints !== undefined && isUnderWay() && isDue) {
          await this.save();
          yield { kind: "saved", step };
        }
      }
      const stepSeconds = state.milliseconds / 1000;
      // What is looked at is what would be kept: the average, where there is one.
      yield await this.#withKept(() => this.#endEpoch(stage, context));
      if (stage.name !== undefined && isOver(stage, state)) {
        await this.#withKept(async () =>
          learner.stages?.endStage(context, state.stageScore ?? undefined, this.#devToFit()),
        );
        this.#nextStage(stage);
      }
      const earlier = this.#keepToTime({
        steps: state.step - steps,
        seconds: this.seconds() - from,
        stepSeconds,
      });
      if (earlier !== undefined) yield { kind: "planned", ...state.plan, insteadOf: earlier };
      state.counts = learner.metrics?.counts() ?? {};
      if (checkpoints !== undefined) {
        await this.save();
        yield { kind: "saved", step: state.step };
      }
    }
    return "finished";
  }

  /**
   * What a model could be made of now: the best epoch so far (from 1) with its score. Without dev sentences that is
   * what the main stage has come to. Undefined where it has come to nothing yet.
   */
  best(): { readonly epoch: number; readonly score?: number } | undefined {
    const { best, stage, step, epoch } = this.state;
    if (this.#parts.dev !== undefined) {
      return best === null ? undefined : { epoch: best.epoch + 1, score: best.score };
    }
    const main = this.#stages.at(-1)!;
    return stage === main.number && step > main.before.steps
      ? { epoch: (best?.epoch ?? epoch) + 1 }
      : undefined;
  }

  /** Puts the best weights back, completes what they need, and scores them once more as they will be used. */
  async finish(): Promise<ScoreResult | undefined> {
    const { parameters, learner, config, dev } = this.#parts;
    if (this.#best !== undefined) parameters.restore(this.#best.weights);
    else this.#average?.settle();
    const { plan, best, epoch } = this.state;
    const context = contextOf(this.#stages.at(-1)!, Math.min(best?.epoch ?? epoch, plan.epochs - 1));
    await learner.fit?.refresh("all", context, this.#devToFit());
    const part = await this.#scoreDev();
    if (dev === undefined || this.#dev === dev || config.maxMinutes === null) return part;
    // With a reserve, since sentences that were not scored yet have to be made ready first.
    const needed = RESERVE * this.#secondsPerSentence * dev.sentences.length + FOR_SAVING;
    return this.seconds() + needed <= config.maxMinutes * 60 ? dev.score() : part;
  }

  async save(): Promise<void> {
    const { checkpoints, parameters, optimiser, learner } = this.#parts;
    if (checkpoints === undefined) return;
    const best = this.#best;
    const average = this.#average?.tensors();
    const stages = learner.stages?.state();
    await checkpoints.save(
      {
        step: this.state.step,
        weights: checkpointWeights(parameters),
        optimiser: optimiser.state(),
        ...(best !== undefined && { best: checkpointWeights(parameters, best.weights) }),
        ...(average !== undefined && average.size > 0 && { average }),
        ...(stages !== undefined && stages.size > 0 && { stages }),
        state: { ...this.state, counts: learner.metrics?.counts() ?? {}, seconds: this.seconds() },
      },
      best?.step,
    );
    this.#savedAt = performance.now();
  }

  restore({ weights, optimiser: saved, best, average, stages, state }: Checkpoint): void {
    const { parameters, optimiser, learner } = this.#parts;
    parameters.restore(snapshotOf(parameters, weights));
    optimiser.restore(saved);
    this.#start(parseTrainingState(state));
    if (average !== undefined) this.#average?.restore(average);
    if (stages !== undefined) learner.stages?.restore(stages);
    learner.metrics?.resume(this.state.counts);
    if (best !== undefined)
      this.#best = { step: this.state.best!.step, weights: snapshotOf(parameters, best) };
  }

  /** Evaluates, notes whether this is the best epoch, and goes on to the next or stops. */
  async #endEpoch(stage: TrainingStage, context: EpochContext): Promise<Evaluated> {
    const { config, learner } = this.#parts;
    const { state } = this;
    const metrics = (await learner.metrics?.endEpoch(context)) ?? {};
    const { scores, notice } = stage.isScored ? await this.#score(context) : {};
    const isBest = this.#keepBest(stage, scores);
    const event: Evaluated = {
      kind: "evaluated",
      step: state.step,
      epoch: state.epoch + 1,
      ...named(stage),
      loss: state.losses.sum / Math.max(1, state.losses.count),
      ...(scores !== undefined && { dev: scores }),
      metrics,
      ...(notice !== undefined && { notice }),
      best: isBest,
      wordsPerSecond: state.words / Math.max(1e-9, state.milliseconds / 1000),
      seconds: this.seconds(),
    };
    const { patience } = config.stopping;
    if (state.step >= state.plan.steps) state.stopped = state.plan.by;
    else if (state.best !== null && patience !== null && state.epoch - state.best.epoch >= patience) {
      state.stopped = "patience";
    }
    beginEpoch(state);
    return event;
  }

  /** Scores within an epoch, and notes whether these are the best weights. */
  async #scoreWithin(stage: TrainingStage, context: EpochContext): Promise<Scored> {
    const { scores } = await this.#score(context);
    const { step, epoch } = this.state;
    const best = this.#keepBest(stage, scores);
    return { kind: "scored", step, epoch: epoch + 1, dev: scores!, best, seconds: this.seconds() };
  }

  async #score(context: EpochContext): Promise<{ scores?: Evaluated["dev"]; notice?: string | undefined }> {
    const { learner } = this.#parts;
    if (this.#dev === undefined) return {};
    await learner.fit?.refresh("sample", context, this.#devToFit());
    const result = (await this.#scoreDev())!;
    const { micro, macro } = result;
    const scores = { precision: micro.precision, recall: micro.recall, f1: micro.f1, macroF1: macro.f1 };
    return { scores, notice: emptyNotice(result, context) };
  }

  async #scoreDev(): Promise<ScoreResult | undefined> {
    const begun = performance.now();
    const score = await this.#dev?.score();
    this.#secondsPerSentence = (performance.now() - begun) / 1000 / Math.max(1, score?.sentences ?? 0);
    return score;
  }

  /** Where not all dev sentences are scored, a learner fits on the same ones. */
  #devToFit(): readonly Sentence[] | undefined {
    return this.state.plan.dev === undefined ? undefined : this.#dev?.sentences;
  }

  /** Remembers the best score of an early stage, and the best weights of the main one: whether these are they. */
  #keepBest({ name }: TrainingStage, scores: Evaluated["dev"]): boolean {
    const { config, parameters } = this.#parts;
    const { state } = this;
    const { score: chosen } = config.stopping;
    const score = scores === undefined ? 0 : chosen === "macro-f1" ? scores.macroF1 : scores[chosen];
    if (name !== undefined) {
      if (scores !== undefined) state.stageScore = Math.max(score, state.stageScore ?? score);
      return false;
    }
    // Without scores the last epoch is the best.
    if (scores !== undefined && state.best !== null && score <= state.best.score) return false;
    state.best = { epoch: state.epoch, score, step: state.step };
    if (scores !== undefined) this.#best = { step: state.step, weights: parameters.snapshot() };
    return true;
  }

  #withKept<T>(work: () => Promise<T>): Promise<T> {
    return this.#average === undefined ? work() : this.#average.during(work);
  }

  /**
   * Shortens what is left of a run that has fallen behind, because other programs use the processor. Only in the sitting
   * that has made the plan: a run that is resumed keeps the one that was saved. Gives the steps of the plan before.
   */
  #keepToTime(epoch: {
    readonly steps: number;
    readonly seconds: number;
    readonly stepSeconds: number;
  }): number | undefined {
    const { config, epochs, learner } = this.#parts;
    const { state } = this;
    const { maxMinutes } = config;
    const left = state.plan.steps - state.step;
    if (this.#expected === undefined || maxMinutes === null || state.stopped !== null) return undefined;
    if (epoch.steps === 0 || left <= 0) return undefined;
    const perStep = epoch.seconds / epoch.steps;
    const expected = epoch.steps * this.#expected.step;
    const slower = expected === 0 ? 1 : Math.max(1, epoch.stepSeconds / expected);
    const rest = maxMinutes * 60 - this.seconds() - slower * this.#expected.end;
    if (left * perStep <= rest + LATE * maxMinutes * 60) return undefined;
    const before = state.plan.steps;
    const plan = shortened(state.plan, Math.max(0, rest) / (left * perStep), state, {
      epochs,
      early: learner.stages?.early,
    });
    if (plan.steps === before) return undefined;
    this.#start(Object.assign(state, { plan }));
    return before;
  }

  /** Goes on to the next stage: with weights as they are if it is to carry them on, else with those of the beginning. */
  #nextStage({ carryWeights }: TrainingStage): void {
    const { parameters, optimiser, first } = this.#parts;
    const { state } = this;
    if (!carryWeights) parameters.restore(first!);
    else this.#average?.settle();
    this.#average?.reset();
    const { info, tensors } = optimiser.state();
    // Rows of a table that are never read again would be saved as they are now.
    for (const { dtype, data } of tensors.values()) if (dtype === "F32") data.fill(0);
    optimiser.restore({ info: { ...info, updates: [] }, tensors: new Map() });
    state.stage++;
    state.stageScore = null;
  }
}

function isOver({ before, steps }: TrainingStage, { step }: TrainingState): boolean {
  return step >= before.steps + steps;
}

/** The name of an early stage, for events. */
function named({ name }: TrainingStage): { readonly stage?: string } {
  return name === undefined ? {} : { stage: name };
}
