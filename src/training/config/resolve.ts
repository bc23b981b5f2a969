import { availableParallelism } from "node:os";
import { UserError } from "../../errors.ts";
import type { TrainConfig } from "./config.ts";

/** A config in which what depends on the encoder and the machine is decided; `decideConfig` decides the rest. */
export type ResolvedConfig = TrainConfig & {
  readonly epochs: number;
  readonly threads: number;
  readonly optimiser: { readonly learningRate: number; readonly encoderLearningRate: number };
};

/** More threads than this do not pay off for sentences of usual length. */
const MOST_THREADS = 8;

/** Windows of a step: about as many words as there are in a batch of sentences. */
const WINDOWS = 4;

/** Decides what a config left open (null) as far as that needs no data. */
export function resolveConfig(config: TrainConfig): ResolvedConfig {
  if (config.train.length === 0) {
    throw new UserError("there is nothing to train on", { hint: "name a file with --train, or as `train`" });
  }
  const isPretrained = config.encoder.kind === "pretrained";
  const isTransformer = isPretrained || config.encoder.kind === "transformer";
  const learningRate = config.optimiser.learningRate ?? (isTransformer ? 1e-3 : 3e-3);
  const encoderLearningRate = config.optimiser.encoderLearningRate ?? (isPretrained ? 2e-4 : learningRate);
  const { batch, documents } = config;
  return {
    ...config,
    batch: { ...batch, tokens: batch.tokens ?? (documents === null ? null : WINDOWS * documents.words) },
    optimiser: { ...config.optimiser, learningRate, encoderLearningRate },
    epochs: config.epochs ?? (isPretrained ? 4 : 20),
    threads: config.threads ?? Math.min(MOST_THREADS, availableParallelism()),
  };
}
