import { expect, test } from "vitest";
import type { AuditEvent } from "../../audit/event.ts";
import type { TrainEvent } from "../../training/loop/events.ts";
import { auditProgress, trainingProgress } from "./run-progress.ts";

const step = (step: number, epoch: number): TrainEvent => ({
  kind: "step",
  step,
  epoch,
  loss: 1 / step,
  words: 1,
  milliseconds: 1,
});
const planned: TrainEvent = { kind: "planned", steps: 8, epochs: 2, stepsPerEpoch: 4, by: "epochs" };

test("steps are told four times a second, ends of epochs always", () => {
  let now = 0;
  const progress = trainingProgress(() => now);
  expect(progress(planned)).toBeUndefined();
  expect(progress(step(1, 1))).toEqual({ done: 1 / 8, step: 1, epoch: 1, loss: 1, steps: 8, epochs: 2 });
  now = 249;
  expect(progress(step(2, 1))).toBeUndefined();
  now = 250;
  expect(progress(step(3, 1))).toMatchObject({ done: 3 / 8 });
  const evaluated = { kind: "evaluated", step: 4, epoch: 1, loss: 0.5, dev: { f1: 70 } } as TrainEvent;
  expect(progress(evaluated)).toMatchObject({ done: 0.5, f1: 70 });
});

test("an audit's progress goes over all its models, training before predicting", () => {
  let now = 0;
  const progress = auditProgress(() => (now += 1000));
  const tell = (event: object) => progress(event as AuditEvent)?.done;
  expect(tell({ kind: "started", models: 4, done: 1, sentences: 50 })).toBe(0.25);
  expect(tell({ kind: "model", model: 2, models: 4, task: "train" })).toBe(0.25);
  tell({ kind: "training", model: 2, event: planned });
  // Half of the training of the second of four: (1 + 0.8 · ½) / 4.
  expect(tell({ kind: "training", model: 2, event: step(4, 1) })).toBeCloseTo(0.35, 10);
  // (1 + 0.8 + 0.2 · ½) / 4.
  expect(tell({ kind: "predicting", model: 2, done: 25, sentences: 50 })).toBeCloseTo(0.475, 10);
  expect(tell({ kind: "finished" })).toBe(1);
});
