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

/** Sentences of a step, and how many steps are sorted by length together. */
const [USUAL_SENTENCES, USUAL_POOL] = [32, 32];

/** The same for a `cnn`, whose steps are cut by tokens. */
const [EVEN_TOKENS, EVEN_POOL] = [300, 1];

/** Windows of a step: about as many words as there are in a batch of sentences. */
const WINDOWS = 4;

/**
 * How many times slower a model learns that begins with the weights of another. Of a model of one half of the demo corpus
 * that went on with the other half (weighted, 4 epochs, 3 seeds), test F1 was 35.2 at the full rate, 37.7 at a third.
 */
const GENTLER = 3;

/** Decides what a config left open (null) as far as that needs no data. */
export function resolveConfig(config: TrainConfig): ResolvedConfig {
  if (config.train.length === 0) {
    throw new UserError("there is nothing to train on", { hint: "name a file with --train, or as `train`" });
  }
  const isPretrained = config.encoder.kind === "pretrained";
  const isTransformer = isPretrained || config.encoder.kind === "transformer";
  const isFrozen = config.encoder.kind === "pretrained" && config.encoder.frozenLayers === "all";
  const slower = config.from === null ? 1 : GENTLER;
  const learningRate =
    config.optimiser.learningRate ?? (isFrozen ? 2e-3 : isTransformer ? 1e-3 : 3e-3) / slower;
  const encoderLearningRate =
    config.optimiser.encoderLearningRate ?? (isPretrained ? 2e-4 / slower : learningRate);
  return {
    ...config,
    batch: batchOf(config),
    optimiser: { ...config.optimiser, learningRate, encoderLearningRate },
    epochs: config.epochs ?? (isPretrained && !isFrozen ? 4 : 20),
    threads: config.threads ?? Math.min(MOST_THREADS, availableParallelism()),
  };
}

/**
 * How many sentences a step has. By number and sorted by length, a step of short ones has a tenth of the words of a step of
 * long ones, and each word in it ten times the weight: of no matter for what is pretrained, but a `cnn` learns from steps
 * of equal size more per epoch. Who says how many sentences gets as many.
 */
function batchOf({ batch, documents, encoder }: TrainConfig): TrainConfig["batch"] {
  const isEven = encoder.kind === "cnn" && documents === null && batch.sentences === null;
  if (isEven) return { ...batch, tokens: batch.tokens ?? EVEN_TOKENS, pool: batch.pool ?? EVEN_POOL };
  return {
    ...batch,
    sentences: batch.sentences ?? USUAL_SENTENCES,
    tokens: batch.tokens ?? (documents === null ? null : WINDOWS * documents.words),
    pool: batch.pool ?? USUAL_POOL,
  };
}
