import type { AuditEvent } from "../../audit/index.ts";
import { counted } from "../../format.ts";
import type { TrainEvent } from "../../training/index.ts";
import type { RunProgress } from "../api.ts";

type StageProgress = Omit<RunProgress, "run" | "stage">;

/** Steps are reported at most this often, in milliseconds; ends of epochs always. */
const OFTEN = 250;

/** Makes a function from training events to progress; undefined for events that are not worth reporting. */
export function trainingProgress(
  now: () => number = () => performance.now(),
): (event: TrainEvent) => StageProgress | undefined {
  let plan: { readonly steps: number; readonly epochs: number } | undefined;
  let last = -Infinity;
  const share = (step: number) => (plan === undefined ? 0 : Math.min(1, step / Math.max(1, plan.steps)));
  return (event) => {
    if (event.kind === "planned") plan = event;
    if (event.kind === "stopped") return { done: 1, step: event.step };
    if (event.kind !== "step" && event.kind !== "evaluated") return undefined;
    if (event.kind === "step" && now() - last < OFTEN) return undefined;
    last = now();
    const { step, epoch, loss } = event;
    return {
      done: share(step),
      step,
      epoch,
      loss,
      ...(plan !== undefined && { steps: plan.steps, epochs: plan.epochs }),
      ...(event.kind === "evaluated" && event.dev !== undefined && { f1: event.dev.f1 }),
    };
  };
}

/** The share of a model's work that is training; the rest is predicting. */
const TRAINING = 0.8;

/** Makes a function from audit events to progress. */
export function auditProgress(
  now: () => number = () => performance.now(),
): (event: AuditEvent) => StageProgress | undefined {
  let models = 1;
  let last = -Infinity;
  let training = trainingProgress(now);
  const at = (model: number, share: number) => Math.min(1, Math.max(0, (model - 1 + share) / models));
  return (event) => {
    if (event.kind === "started") {
      models = event.models;
      return {
        done: event.done / models,
        message: `${counted(models, "model")}, ${counted(event.sentences, "sentence")}`,
      };
    }
    if (event.kind === "model") {
      training = trainingProgress(now);
      const done = at(event.model, event.task === "train" ? 0 : TRAINING);
      return {
        done,
        message: `${event.task === "train" ? "training" : "predicting with"} model ${event.model} of ${models}`,
      };
    }
    if (event.kind === "training") {
      const progress = training(event.event);
      return progress === undefined
        ? undefined
        : { ...progress, done: at(event.model, TRAINING * progress.done) };
    }
    if (event.kind === "predicting") {
      if (now() - last < OFTEN) return undefined;
      last = now();
      return {
        done: at(event.model, TRAINING + ((1 - TRAINING) * event.done) / Math.max(1, event.sentences)),
      };
    }
    return event.kind === "finished" ? { done: 1 } : undefined;
  };
}
