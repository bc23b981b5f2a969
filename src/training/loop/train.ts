import { UserError } from "../../errors.ts";
import { GradientStep } from "../../graph/index.ts";
import { CENTRES, Predictor } from "../../models/index.ts";
import type { ResolvedConfig } from "../config/resolve.ts";
import { DevEvaluator } from "./dev-evaluator.ts";
import { epochBatches } from "./epoch-batches.ts";
import type { TrainEvent } from "./events.ts";
import type { Outcome, TrainOptions } from "./train-options.ts";
import { makeOptimiser } from "./training-optimiser.ts";
import { TrainingRun } from "./training-run.ts";
import { planNotice, planWarning, resultWarning } from "./warnings.ts";
/**
 * Trains until the plan is fulfilled or the dev score stops rising, and leaves the best weights in `parameters`.
 * Prints nothing, and writes nothing but checkpoints: the caller reads the events and may stop by leaving.
 *
 * A method may ask for early stages: each starts from the first weights, and only what the method takes from it is kept.
 *
 * Batches and draws depend on the seed and the number of the step alone, so a run that goes on from a checkpoint
 * ends with the same bits as one that never stopped.
 */
export async function* train(options: TrainOptions): AsyncGenerator<TrainEvent, Outcome> {
  const { config, learner, encoder, parameters, prepared, session, checkpoints, signal } = options;
  const begun = options.begun ?? performance.now();
  const loss = learner.graph.build({ parameters, training: true });
  parameters.freeze([
    ...(encoder.frozen ?? []),
    ...(learner.frozen ?? []),
    ...(options.freeze ?? []),
    CENTRES,
  ]);
  const outputs = learner.graph.watch?.nodes() ?? {};
  const gradientStep = await GradientStep.compile({ ...session, loss, parameters, outputs });
  const predictor =
    options.dev === undefined
      ? undefined
      : await Predictor.compile({ encoder, model: learner.model, parameters, session });
  try {
    const dev = predictor && new DevEvaluator(options.dev!, encoder, predictor);
    const optimiser = makeOptimiser(gradientStep.trained, config);
    const epochs = epochBatches(
      prepared,
      batchOptions(config),
      config.seed,
      config.batch.growth ?? undefined,
    );
    const loaded = options.resume ? await checkpoints?.load() : undefined;
    // Asked for before a checkpoint is put in place, so they are the same in a resumed run.
    const first = learner.stages?.early?.length ? parameters.snapshot() : undefined;
    const run = new TrainingRun({ ...options, gradientStep, optimiser, epochs, dev, begun, first });
    if (loaded === undefined) {
      await run.plan();
      if (options.scoreFirst) await run.scoreFirst();
      // The length of a timed run must survive a kill: it could not be measured again to the same number.
      if (config.maxMinutes !== null) await run.save();
    } else {
      run.restore(loaded);
    }
    const warning = config.maxMinutes === null ? undefined : planWarning(run.state.plan, config.maxMinutes);
    const notice = planNotice(run.state.plan, config.batch);
    yield {
      kind: "planned",
      ...run.state.plan,
      ...(warning !== undefined && { warning }),
      ...(notice !== undefined && { notice }),
    };
    const { keepBest = false, resume = false } = options;
    const isEndedNow = keepBest && resume && run.state.stopped === null;
    if (isEndedNow && run.best() === undefined) throw nothingToKeep();
    const asked = isEndedNow ? "asked" : yield* run.steps(signal);
    const isKept = asked === "asked" && keepBest && run.best() !== undefined;
    const outcome: Outcome = isKept ? "finished" : asked;
    const score = outcome === "finished" ? await run.finish() : undefined;
    const corrections = outcome === "finished" ? (learner.fit?.corrections?.() ?? []) : [];
    const leftOut = outcome === "finished" ? learner.leftOut?.() : undefined;
    const { step, best, stopped } = run.state;
    const useless = resultWarning(score, run.state.plan, isKept);
    const isPart = score !== undefined && score.sentences < options.dev!.length;
    const bestSoFar = outcome === "asked" ? run.best() : undefined;
    yield {
      kind: "stopped",
      reason: isKept ? "kept" : outcome === "asked" ? "asked" : stopped!,
      step,
      bestEpoch: (best?.epoch ?? run.state.epoch) + 1,
      ...(bestSoFar !== undefined && { best: bestSoFar }),
      seconds: run.seconds(),
      ...(score !== undefined && { dev: score }),
      ...(isPart && { devOf: options.dev!.length }),
      ...(useless !== undefined && { warning: useless }),
      ...(corrections.length > 0 && { corrections }),
      ...(leftOut !== undefined && { leftOut }),
    };
    return outcome;
  } finally {
    await predictor?.dispose();
    await gradientStep.dispose();
  }
}

function nothingToKeep(): UserError {
  return new UserError("there is nothing to keep yet: no epoch of the main training is finished", {
    hint: "go on with the run for a while, without --keep-best (keepBest)",
  });
}

function batchOptions({ batch }: ResolvedConfig) {
  const { sentences, tokens, pool } = batch;
  return {
    ...(sentences !== null && { sentences }),
    ...(tokens !== null && { cost: tokens }),
    ...(pool !== null && { pool }),
  };
}
