import type { z } from "zod";
import type { Sentence } from "../data/index.ts";
import type { Encoder, Prepared } from "../encoders/index.ts";
import type { ParameterStore, SessionOptions } from "../graph/index.ts";
import type { LabelSet } from "../models/index.ts";
import type { Learner } from "./learner.ts";

/**
 * One way to train on incomplete labels: a named choice of model, sampler and loss.
 *
 * To add one, write a file that exports this and list it in `methods` (./index.ts).
 */
export interface Method<Options = unknown> {
  readonly name: string;
  /** One sentence on what it does, for `--help` and the docs. */
  readonly summary: string;
  /** The keys that it adds to a training config, with their defaults. */
  readonly options: z.ZodType<Options>;
  /** How many encoders of the kind it wants to train side by side, see `panelEncoder`; one unless it says so. */
  members?(options: Options, encoder: string): number;
  learn(task: Task, options: Options): Learner;
}

/** What is to be learnt, and from what. */
export interface Task {
  readonly encoder: Encoder;
  readonly labels: LabelSet;
  readonly sentences: readonly Sentence[];
  /** The same sentences, made ready for the encoder. */
  readonly prepared: readonly Prepared[];
  /** Sentences that choose the best epoch, for methods that fit or choose something by them. */
  readonly dev?: readonly Sentence[];
  readonly parameters: ParameterStore;
  readonly seed: number;
  /** How sessions of its own are to be compiled. */
  readonly session: Pick<SessionOptions, "threads" | "spinning" | "runtime">;
}
