import type { Sentence } from "../../data/index.ts";
import type { Encoder, Prepared } from "../../encoders/index.ts";
import type { NamePattern, ParameterStore, SessionOptions } from "../../graph/index.ts";
import type { Learner } from "../../methods/index.ts";
import type { Checkpoint } from "../checkpoint/checkpoint.ts";
import type { ResolvedConfig } from "../config/resolve.ts";
/** Where checkpoints are kept. */
export interface CheckpointStore {
  /** `bestVersion` is another number for other best weights. */
  save(checkpoint: Checkpoint, bestVersion?: number): Promise<void>;
  load(): Promise<Checkpoint | undefined>;
}

/** All that `train` is given. */
export interface TrainOptions {
  readonly config: ResolvedConfig;
  readonly learner: Learner;
  readonly encoder: Encoder;
  readonly parameters: ParameterStore;
  /** The training sentences, made ready; the learner knows them by number. */
  readonly prepared: readonly Prepared[];
  readonly dev?: readonly Sentence[];
  readonly session: Pick<SessionOptions, "threads" | "spinning" | "runtime" | "device">;
  readonly checkpoints?: CheckpointStore;
  /** Go on from the newest checkpoint, where there is one. */
  readonly resume?: boolean;
  /** Asks for a stop after the step under way, with a checkpoint. */
  readonly signal?: AbortSignal;
  /** End with the best weights so far: at once where a run is resumed, else when it is asked to stop. */
  readonly keepBest?: boolean;
  /** Weights that training must leave alone, beside those that encoder and method name. */
  readonly freeze?: readonly NamePattern[];
  /** Score the dev sentences before the first step too: the weights are those of a trained model. */
  readonly scoreFirst?: boolean;
  /** When the run began, for `maxMinutes`, in milliseconds of `performance.now()`; default: now. */
  readonly begun?: number;
}

/** What the loop ends with: whether there is a model to save. */
export type Outcome = "finished" | "asked";
