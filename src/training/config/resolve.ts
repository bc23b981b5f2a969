import { availableParallelism } from "node:os";
import { UserError } from "../../errors.ts";
import type { TrainConfig } from "./config.ts";

/** A config in which what depends on the encoder and the machine is decided. What depends on the data is by `makeEncoder`. */
export type ResolvedConfig = TrainConfig & {
  readonly epochs: number;
  readonly threads: number;
  readonly optimiser: { readonly rate: number; readonly encoderRate: number };
};

/** More threads than this do not pay off for sentences of usual length. */
const MOST_THREADS = 8;

/** Windows of a step: about as many words as there are in a batch of sentences. */
const WINDOWS = 4;

/** Decides what a config left open (null), but for what only the data can tell. */
export function resolveConfig(config: TrainConfig): ResolvedConfig {
  if (config.train.length === 0) {
    throw new UserError("there is nothing to train on", { hint: "name a file with --train, or as `train`" });
  }
  const isPretrained = config.encoder.kind === "pretrained";
  const rate = config.optimiser.rate ?? (isPretrained || config.encoder.kind === "transformer" ? 1e-3 : 3e-3);
  const encoderRate = config.optimiser.encoderRate ?? (isPretrained ? 2e-4 : rate);
  const { batch, documents } = config;
  return {
    ...config,
    batch: { ...batch, cost: batch.cost ?? (documents === null ? null : WINDOWS * documents.words) },
    optimiser: { ...config.optimiser, rate, encoderRate },
    epochs: config.epochs ?? (isPretrained ? 4 : 20),
    threads: config.threads ?? Math.min(MOST_THREADS, availableParallelism()),
  };
}
