import type { Warning } from "../../errors.ts";
import type { ScoreResult } from "../../evaluation/index.ts";
import type { EpochMetrics, LeftOut } from "../../methods/index.ts";
/** What has just happened in a training run. The command prints these, a server streams them, tests collect them. */
export type TrainEvent =
  | StatesComputed
  | TeacherAsked
  | Started
  | Planned
  | Stepped
  | Evaluated
  | Scored
  | { readonly kind: "saved"; readonly step: number }
  | Stopped;

/** On the way to the start: the states of frozen layers are computed for the cache. Not in logs. */
export interface StatesComputed {
  readonly kind: "states";
  /** Sentences. */
  readonly done: number;
  readonly all: number;
}

/** On the way to the start: a teacher tells what it thinks of the sentences. Not in logs. */
export interface TeacherAsked {
  readonly kind: "teacher";
  /** Sentences. */
  readonly done: number;
  readonly all: number;
}

export interface Started {
  readonly kind: "started";
  readonly method: string;
  readonly encoder: string;
  readonly sentences: number;
  readonly words: number;
  readonly entities: number;
  readonly labels: readonly string[];
  /** How many encoders are trained side by side; absent in logs of 0.1.0. */
  readonly encoders?: number;
  /** How many there are, and how many of them are trained. */
  readonly parameters: { readonly trainable: number; readonly all: number };
  readonly notices: readonly string[];
  /** What makes the model or its scores doubtful; absent where nothing does, and in older logs. */
  readonly warnings?: readonly Warning[];
  /** The step that a resumed run goes on after; 0 for a new one. */
  readonly resumedAt: number;
}

/** How long the run will be, early stages included. Fixed once and saved. */
export interface Planned {
  readonly kind: "planned";
  readonly steps: number;
  readonly epochs: number;
  /** Of the main stage. */
  readonly stepsPerEpoch: number;
  /** The stages before the main one, in order; absent where the method has none. */
  readonly early?: readonly { readonly name: string; readonly steps: number; readonly epochs: number }[];
  /** What decided it. */
  readonly by: "epochs" | "minutes";
  /** How many of the dev sentences are scored after an epoch and fitted on, where the time does not allow for all. */
  readonly dev?: number;
  /** Where so few steps fit into the time that no useful model can be expected: the limits that would do. */
  readonly short?: { readonly minutes: number; readonly allMinutes: number };
  /** The same for people. */
  readonly warning?: string;
  /** Where so few steps are planned, by the epochs, that no useful model can be expected. */
  readonly notice?: string;
  /** Where a plan replaces another on the way, because the machine has become slower: the steps of that one. */
  readonly insteadOf?: number;
  /** How good the model that the run begins with is on the dev sentences, where it begins with one. */
  readonly before?: NonNullable<Evaluated["dev"]>;
}

export interface Stepped {
  readonly kind: "step";
  /** Counted from 1. */
  readonly step: number;
  /** Counted from 1, over all stages. */
  readonly epoch: number;
  /** The early stage it is of; absent in the main one. */
  readonly stage?: string;
  readonly loss: number;
  readonly words: number;
  /** Milliseconds the step took. */
  readonly milliseconds: number;
}

/** The end of an epoch (or of a cut-short last one). */
export interface Evaluated {
  readonly kind: "evaluated";
  readonly step: number;
  readonly epoch: number;
  /** The early stage it is of; absent in the main one. */
  readonly stage?: string;
  /** Mean over the steps of the epoch. */
  readonly loss: number;
  /** On the dev sentences, in percent; absent without dev sentences, and in early stages that are not scored. */
  readonly dev?: {
    readonly precision: number;
    readonly recall: number;
    readonly f1: number;
    readonly macroF1: number;
  };
  readonly metrics: EpochMetrics;
  /** What to know of it: that nothing is found in the dev sentences. */
  readonly notice?: string;
  /** Whether these are the best weights of the main stage so far. */
  readonly best: boolean;
  /** Words trained per second in this epoch, evaluation not counted. */
  readonly wordsPerSecond: number;
  readonly seconds: number;
}

/** The dev sentences were scored within an epoch (`stopping.everySteps`). */
export interface Scored {
  readonly kind: "scored";
  readonly step: number;
  readonly epoch: number;
  readonly dev: NonNullable<Evaluated["dev"]>;
  /** Whether these are the best weights so far. */
  readonly best: boolean;
  readonly seconds: number;
}

export interface Stopped {
  readonly kind: "stopped";
  /** `asked`: with a checkpoint, to be resumed; `kept`: asked as well, and the best weights so far became the model. */
  readonly reason: "epochs" | "minutes" | "patience" | "asked" | "kept";
  readonly step: number;
  /** The epoch whose weights are kept, from 1. */
  readonly bestEpoch: number;
  /** Where the run was asked to stop: the best epoch so far (from 1) and its score, if a model could be made of it. */
  readonly best?: { readonly epoch: number; readonly score?: number };
  readonly seconds: number;
  /** The kept weights on the dev sentences; absent without those, or where the run was asked to stop. */
  readonly dev?: ScoreResult;
  /** How many dev sentences there are, where the time allowed to score a part of them only. */
  readonly devOf?: number;
  /** What is wrong with the model, for people, if it is of no use by what dev says. */
  readonly warning?: string;
  /** What dev had the method add to the scores of the kept weights, each by a name; absent where there is nothing of the kind. */
  readonly corrections?: readonly (readonly [what: string, added: number])[];
  /** What the method did not train on because it is probably a missed entity; absent where there is nothing of the kind. */
  readonly leftOut?: LeftOut;
}
