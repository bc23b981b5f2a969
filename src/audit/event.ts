import type { Warning } from "../errors.ts";
import type { TrainEvent } from "../training/index.ts";
import type { AuditSummary } from "./summary.ts";

/** What has just happened in an audit. The command prints these, a server streams them, tests collect them. */
export type AuditEvent =
  | AuditStarted
  | ModelBegun
  | ModelTraining
  | Predicting
  | Predicted
  | AuditFinished
  | AuditStopped;

export interface AuditStarted {
  readonly kind: "started";
  readonly sentences: number;
  readonly words: number;
  readonly entities: number;
  readonly labels: readonly string[];
  readonly way: AuditSummary["models"]["way"];
  /** How many models predict, and how many of them have done so already, before a resume. */
  readonly models: number;
  readonly done: number;
  readonly notices: readonly string[];
  /** What makes the outcome doubtful; absent where nothing does. */
  readonly warnings?: readonly Warning[];
}

/** Work on a model begins. */
interface ModelBegun {
  readonly kind: "model";
  /** Counted from 1; 0 for the one whose encoder all others use. */
  readonly model: number;
  readonly models: number;
  readonly task: "train" | "predict";
}

/** What happens in the training of a model. */
interface ModelTraining {
  readonly kind: "training";
  readonly model: number;
  readonly event: TrainEvent;
}

interface Predicting {
  readonly kind: "predicting";
  readonly model: number;
  readonly done: number;
  readonly sentences: number;
}

interface Predicted {
  readonly kind: "predicted";
  readonly model: number;
  /** Labels of spans that have some probability, in held-out sentences. */
  readonly candidates: number;
  readonly seconds: number;
}

export interface AuditFinished {
  readonly kind: "finished";
  readonly summary: AuditSummary;
  readonly files: { readonly suggestions: string; readonly summary: string; readonly report: string };
}

/** The audit was asked to stop, and can be resumed. */
interface AuditStopped {
  readonly kind: "stopped";
  readonly model: number;
}
