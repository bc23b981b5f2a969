import type { AuditEvent } from "../../audit/index.ts";
import type { TrainEvent } from "../../training/index.ts";
import type { RunProgress } from "../api.ts";

type Told = Omit<RunProgress, "run" | "stage">;

/** Steps are told so often, in milliseconds; the ends of epochs always. */
const OFTEN = 250;

/** Makes a listener to the events of a training that says how far it is; undefined where that is not worth telling. */
export function trainingProgress(
  now: () => number = () => performance.now(),
): (event: TrainEvent) => Told | undefined {
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

/** The part of a model's work that is training; the rest is judging. */
const TRAINING = 0.8;

/** Makes a listener to the events of an audit that says how far it is. */
export function auditProgress(
  now: () => number = () => performance.now(),
): (event: AuditEvent) => Told | undefined {
  let models = 1;
  let last = -Infinity;
  let training = trainingProgress(now);
  const at = (model: number, share: number) => Math.min(1, Math.max(0, (model - 1 + share) / models));
  return (event) => {
    if (event.kind === "started") {
      models = event.models;
      return {
        done: event.done / models,
        message: `${models} models judge ${event.sentences.toLocaleString("en")} sentences`,
      };
    }
    if (event.kind === "model") {
      training = trainingProgress(now);
      const done = at(event.model, event.task === "train" ? 0 : TRAINING);
      return {
        done,
        message: `${event.task === "train" ? "training" : "asking"} model ${event.model} of ${models}`,
      };
    }
    if (event.kind === "training") {
      const told = training(event.event);
      return told === undefined ? undefined : { ...told, done: at(event.model, TRAINING * told.done) };
    }
    if (event.kind === "judging") {
      if (now() - last < OFTEN) return undefined;
      last = now();
      return {
        done: at(event.model, TRAINING + ((1 - TRAINING) * event.done) / Math.max(1, event.sentences)),
      };
    }
    return event.kind === "finished" ? { done: 1 } : undefined;
  };
}
