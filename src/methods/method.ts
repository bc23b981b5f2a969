import type { z } from "zod";
import type { Sentence } from "../data/index.ts";
import type { Encoder, Prepared } from "../encoders/index.ts";
import type { ParameterStore, SessionOptions } from "../graph/index.ts";
import type { LabelSet, ScoredEntity } from "../models/index.ts";
import { parseConfig } from "../parse-config.ts";
import type { Learner } from "./learner.ts";
import { sourceVersion } from "./source-version.ts";

/**
 * One way to train on incomplete labels: a named choice of model, sampler or targets, and loss.
 *
 * To add one, write a file that exports what `defineMethod` makes, and list it in `methods` (./index.ts).
 */
export interface Method {
  readonly name: string;
  /** One sentence on what it does, for `--help` and the docs. */
  readonly summary: string;
  /** The keys that it adds to a training config, with their defaults. */
  readonly options: z.ZodObject;
  /**
   * Of a method of one's own: another word whenever it would train otherwise, since a run goes on only with the version that
   * it began with. Default: a hash of the source text of its functions, which does not see what these call.
   */
  readonly version?: string;
  /** Checks its options and decides what they leave open. */
  configure(options: unknown, facts: TrainingFacts): ConfiguredMethod;
}

/** A method with every option decided. */
export interface ConfiguredMethod {
  /** Plain JSON without anything left open, to be saved with the run. */
  readonly options: Readonly<Record<string, unknown>>;
  /** How many encoders are trained side by side, see `ensembleEncoder`. */
  readonly ensemble: number;
  /** What the encoder is asked before it reads a sentence, once each (see `queriedEncoder`); default: nothing. */
  readonly queries?: readonly (readonly string[])[];
  learn(task: Task): Learner;
}

/** What a method may decide its options by. */
export interface TrainingFacts {
  readonly sentences: readonly Sentence[];
  /** Sentences that choose the best epoch; default: none. */
  readonly dev?: readonly Sentence[];
  /** The encoder's `kind` in the config. */
  readonly encoder: string;
  /** The widest span, in words, of the model that the run begins with; default: it begins with none. */
  readonly minWidth?: number;
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
  /** What another model thinks of each sentence, every span that it finds possible: for methods that have a teacher. */
  readonly teacher?: readonly (readonly ScoredEntity[])[];
  /** As in `TrainingFacts`. */
  readonly minWidth?: number;
  readonly seed: number;
  /** How sessions of its own are to be compiled. */
  readonly session: Pick<SessionOptions, "threads" | "spinning" | "runtime" | "device">;
}

/** The parts of a method; `Decided` are its options with nothing left open. */
interface MethodDefinition<Schema extends z.ZodObject, Decided extends z.output<Schema> = z.output<Schema>> {
  readonly name: string;
  readonly summary: string;
  /** As in `Method`. */
  readonly version?: string;
  /** Functions that it is made of, for the default of `version`, beside those given here. */
  readonly source?: readonly unknown[];
  readonly options: Schema;
  /** Decides what depends on the data or the encoder; default: the options as they are. */
  decide?(options: z.output<Schema>, facts: TrainingFacts): Decided;
  /** How many encoders it trains side by side; default: one. */
  ensemble?(options: Decided): number;
  /** What the encoder is asked before it reads a sentence; default: nothing. */
  queries?(options: Decided, facts: TrainingFacts): readonly (readonly string[])[];
  learn(task: Task, options: Decided): Learner;
}

/** Makes a method of its parts. */
export function defineMethod<Schema extends z.ZodObject, Decided extends z.output<Schema> = z.output<Schema>>(
  definition: MethodDefinition<Schema, Decided>,
): Method {
  const { name, summary, options: schema, decide, ensemble, learn, source = [] } = definition;
  return {
    name,
    summary,
    options: schema,
    get version() {
      return definition.version ?? sourceVersion([decide, ensemble, learn, ...source]);
    },
    configure(raw, facts) {
      const options = parseConfig(schema, raw, `the options of "${name}"`);
      const decided = definition.decide?.(options, facts) ?? (options as Decided);
      return {
        options: decided,
        ensemble: definition.ensemble?.(decided) ?? 1,
        ...(definition.queries !== undefined && { queries: definition.queries(decided, facts) }),
        learn: (task) => definition.learn(task, decided),
      };
    },
  };
}
