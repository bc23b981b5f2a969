import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Sentence } from "../../data/index.ts";
import { modelFiles } from "../../tagging/index.ts";
import type { TrainConfig } from "../../training/index.ts";
import { closeFinishedRun, type RunTrainingOptions, runFiles, runTraining } from "../../training/index.ts";
import type { AuditConfig } from "../config.ts";
import type { AuditEvent } from "../event.ts";
import { foldFolder, wholeFolder } from "../folder.ts";

interface TrainModelsOptions {
  readonly sentences: readonly Sentence[];
  readonly dev: readonly Sentence[];
  /** The fold of each sentence; undefined where a model was given. */
  readonly folds: Int32Array | undefined;
  readonly signal?: AbortSignal;
}

/** The share of a time limit for training; the rest is for predicting and reading. */
const TRAINING = 0.88;

/** With `--fast`, the share of the training time for the model whose encoder all others use. */
const WHOLE = 0.5;

/** Epochs of a new head on a trained encoder. */
const HEAD_EPOCHS = 5;

/** Returns the folder of a fold's model, trained if needed; undefined if training was asked to stop. */
type TrainedModel = (fold: number) => AsyncGenerator<AuditEvent, string | undefined>;

/** Trains the models of an audit on demand, one by one. Training that was stopped is resumed. */
export function trainModels(config: AuditConfig, out: string, options: TrainModelsOptions): TrainedModel {
  const { sentences, dev, folds, signal } = options;
  const { way, model: given, train } = config;
  const models = config.folds;
  const minutes = config.minutes === null ? null : config.minutes * TRAINING;

  async function* run(
    model: number,
    dir: string,
    limits: TrainConfig,
    more: Pick<RunTrainingOptions, "initial" | "freeze">,
  ): AsyncGenerator<AuditEvent, string | undefined> {
    if (await closeFinishedRun(dir)) return dir;
    yield { kind: "model", model, models, task: "train" };
    const own = model === 0 ? sentences : sentences.filter((_, i) => folds![i] !== model - 1);
    const resume = existsSync(join(dir, runFiles.run));
    const work = runTraining(limits, dir, {
      ...more,
      data: { train: own, dev, notices: [] },
      resume,
      // A kill early on leaves a folder with nothing to resume in it.
      overwrite: !resume,
      ...(signal !== undefined && { signal }),
    });
    for await (const event of work) {
      yield { kind: "training", model, event };
      if (event.kind === "stopped" && event.reason === "asked") return undefined;
    }
    return dir;
  }

  return async function* (fold) {
    if (given !== null || train === null) return given!;
    if (way === "folds") {
      return yield* run(fold + 1, foldFolder(out, fold).model, within(train, minutes, 1 / models), {});
    }
    const whole = yield* run(0, wholeFolder(out), within(train, minutes, WHOLE), {});
    if (whole === undefined) return undefined;
    const head = within(train, minutes, (1 - WHOLE) / models);
    const epochs = Math.min(HEAD_EPOCHS, train.epochs ?? HEAD_EPOCHS);
    return yield* run(
      fold + 1,
      foldFolder(out, fold).model,
      { ...head, epochs },
      {
        initial: { path: join(whole, modelFiles.weights), names: ["encoder.*"] },
        freeze: ["encoder.*"],
      },
    );
  };
}

/** A training config with a share of the time limit, or its own limit if that is lower. */
function within(config: TrainConfig, minutes: number | null, part: number): TrainConfig {
  if (minutes === null) return config;
  return { ...config, maxMinutes: Math.min(minutes * part, config.maxMinutes ?? Infinity) };
}
