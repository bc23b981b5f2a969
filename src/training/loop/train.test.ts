import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { CheckpointMemory, runAll, type TinyRun, tinyRun } from "../../../test/support/models/tiny-run.ts";
import { sentence } from "../../../test/support/models/tiny-task.ts";
import { maskSentence, type Sentence } from "../../data/index.ts";
import { demoCorpus } from "../../demo/index.ts";
import { UserError } from "../../errors.ts";
import { CENTRES } from "../../models/index.ts";
import { Random } from "../../random.ts";
import type { Checkpoint } from "../checkpoint/checkpoint.ts";
import type { Evaluated } from "./events.ts";

const demo = demoCorpus({ train: 20, dev: 8, test: 1 });
const masked = demo.train.map((own) => maskSentence(own, 0.4, new Random(own.tokens.length)));
const head = { kind: "span", width: 16 };

/** The bits of some tensors: comparing millions of numbers one by one is slow. */
function bitsOf(tensors: Iterable<readonly [string, ArrayBufferView]>): Record<string, string> {
  const digest = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
    createHash("sha256")
      .update(new Uint8Array(buffer, byteOffset, byteLength))
      .digest("hex");
  return Object.fromEntries([...tensors].map(([name, data]) => [name, digest(data)]));
}

const weightsOf = ({ task }: TinyRun) =>
  bitsOf([...task.parameters].map(({ name, values }) => [name, values] as const));

const checkpointBits = ({ step, weights, optimiser, best = new Map(), state }: Checkpoint) => ({
  step,
  tensors: [weights, optimiser.tensors, best].map((tensors) =>
    bitsOf([...tensors].map(([name, { data }]) => [name, data] as const)),
  ),
  updates: optimiser.info,
  state: { ...(state as object), milliseconds: 0, seconds: 0 },
});

const evaluated = (events: readonly object[]) =>
  events.filter((event) => "kind" in event && event.kind === "evaluated") as unknown as Evaluated[];
const kinds = (events: readonly Record<string, unknown>[]) => events.map(({ kind, step }) => [kind, step]);

test("dev may be scored within epochs, and the best weights may lie there", async () => {
  const parts = { dev: demo.dev, head, epochs: 2, stopping: { patience: null, everySteps: 2 } };
  const run = tinyRun(demo.train, parts);
  const { events } = await runAll(run, { checkpoints: new CheckpointMemory() });
  // Counted over the whole run; what ends an epoch is scored as such.
  expect(kinds(events).slice(1)).toEqual([
    ["step", 1],
    ["step", 2],
    ["scored", 2],
    ["step", 3],
    ["evaluated", 3],
    ["saved", 3],
    ["step", 4],
    ["scored", 4],
    ["step", 5],
    ["step", 6],
    ["evaluated", 6],
    ["saved", 6],
    ["stopped", 6],
  ]);
  const scored = events.filter(({ kind }) => kind === "scored" || kind === "evaluated") as unknown as {
    dev: { f1: number };
    best: boolean;
  }[];
  const best = Math.max(...scored.map(({ dev }) => dev.f1));
  expect(scored.findLast((event) => event.best)!.dev.f1).toBe(best);
  expect(events.at(-1)).toMatchObject({ dev: { micro: { f1: best } } });
  // Looking changes nothing.
  const plain = tinyRun(demo.train, { ...parts, stopping: { patience: null } });
  const { events: others } = await runAll(plain);
  const losses = (all: typeof events) => all.flatMap(({ kind, loss }) => (kind === "step" ? [loss] : []));
  expect(losses(events)).toEqual(losses(others));
});

test("events come in order: the plan, the steps of an epoch, its end, the checkpoint, and why it stopped", async () => {
  const run = tinyRun(demo.train, { dev: demo.dev, head, epochs: 2 });
  const { events, outcome } = await runAll(run, { checkpoints: new CheckpointMemory() });
  expect(outcome).toBe("finished");
  // 20 sentences, 8 at a time: 3 steps an epoch.
  expect(events[0]).toMatchObject({ kind: "planned", steps: 6, epochs: 2, stepsPerEpoch: 3, by: "epochs" });
  expect(kinds(events).slice(1)).toEqual([
    ["step", 1],
    ["step", 2],
    ["step", 3],
    ["evaluated", 3],
    ["saved", 3],
    ["step", 4],
    ["step", 5],
    ["step", 6],
    ["evaluated", 6],
    ["saved", 6],
    ["stopped", 6],
  ]);
  const steps = events.filter(({ kind }) => kind === "step") as unknown as {
    epoch: number;
    loss: number;
    words: number;
  }[];
  expect(steps.map(({ epoch }) => epoch)).toEqual([1, 1, 1, 2, 2, 2]);
  const words = demo.train.reduce((sum, { tokens }) => sum + tokens.length, 0);
  expect(steps.slice(0, 3).reduce((sum, step) => sum + step.words, 0)).toBe(words);
  const ends = evaluated(events);
  expect(ends.map(({ epoch }) => epoch)).toEqual([1, 2]);
  ends.forEach(({ loss }, epoch) => {
    const own = steps.slice(3 * epoch, 3 * epoch + 3).map((step) => step.loss);
    expect(loss).toBeCloseTo(own.reduce((a, b) => a + b) / 3, 12);
  });
  expect(events.at(-1)).toMatchObject({ reason: "epochs", step: 6 });
});

test("without dev sentences the last epoch is kept, and nothing is scored", async () => {
  const { events } = await runAll(tinyRun(demo.train, { head, epochs: 2, stopping: { patience: 1 } }));
  expect(evaluated(events).map(({ dev, best }) => [dev, best])).toEqual([
    [undefined, true],
    [undefined, true],
  ]);
  expect(events.at(-1)).toEqual({ kind: "stopped", reason: "epochs", step: 6, bestEpoch: 2 });
});

describe("early stopping", () => {
  const long = { dev: demo.dev, head, epochs: 9, sampler: { kind: "uniform", rate: 0.15 } };
  const picks = {
    f1: ({ dev }: Evaluated) => dev!.f1,
    precision: ({ dev }: Evaluated) => dev!.precision,
    recall: ({ dev }: Evaluated) => dev!.recall,
  };
  /** Where a run with these scores must end, and which epoch (from 1) is kept. */
  function expected(scores: readonly number[], patience: number) {
    let best = 0;
    for (let epoch = 0; epoch < scores.length; epoch++) {
      if (epoch === 0 || scores[epoch]! > scores[best]!) best = epoch;
      if (epoch - best >= patience) return { epochs: epoch + 1, best: best + 1, reason: "patience" };
    }
    return { epochs: scores.length, best: best + 1, reason: "epochs" };
  }

  test("is by the named score, counts epochs since the best, and puts its weights back", async () => {
    const whole = tinyRun(demo.train, { ...long, stopping: { patience: null } });
    const snapshots: Record<string, string>[] = [];
    const { events } = await runAll(whole, {}, (event) => {
      if (event.kind === "evaluated") snapshots.push(weightsOf(whole));
    });
    const all = evaluated(events);
    expect(all).toHaveLength(9);
    const ends = new Set<string>();
    for (const score of ["f1", "precision", "recall"] as const) {
      const wanted = expected(all.map(picks[score]), 2);
      ends.add(JSON.stringify(wanted));
      const run = tinyRun(demo.train, { ...long, stopping: { score, patience: 2 } });
      const { events: own } = await runAll(run);
      expect(evaluated(own)).toEqual(
        all.slice(0, wanted.epochs).map((event, i) => ({
          ...event,
          best: i === expected(all.slice(0, i + 1).map(picks[score]), 99).best - 1,
        })),
      );
      const kept = all[wanted.best - 1]!;
      const stopped = own.at(-1) as unknown as { dev?: { micro: { f1: number } } };
      expect(stopped).toMatchObject({ reason: wanted.reason, bestEpoch: wanted.best });
      expect(stopped.dev!.micro.f1).toBe(kept.dev!.f1);
      expect(weightsOf(run)).toEqual(snapshots[wanted.best - 1]);
    }
    // Another score, another end: otherwise the above would have shown nothing.
    expect(ends.size).toBeGreaterThan(1);
  });
});

test("asked to stop, it saves where it is and says so; resumed, it goes on", async () => {
  const whole = tinyRun(demo.train, { dev: demo.dev, head });
  const { events: wanted } = await runAll(whole);
  const checkpoints = new CheckpointMemory();
  const stop = new AbortController();
  const first = tinyRun(demo.train, { dev: demo.dev, head });
  const { events, outcome } = await runAll(first, { checkpoints, signal: stop.signal }, (event) => {
    if (event.kind === "step" && event.step === 5) stop.abort();
  });
  expect(outcome).toBe("asked");
  expect(kinds(events).slice(-3)).toEqual([
    ["step", 4],
    ["step", 5],
    ["stopped", 5],
  ]);
  expect(events.at(-1)).toEqual({
    kind: "stopped",
    reason: "asked",
    step: 5,
    bestEpoch: 1,
    best: { epoch: 1, score: expect.any(Number) },
  });
  expect((await checkpoints.load())!.step).toBe(5);
  const second = tinyRun(demo.train, { dev: demo.dev, head });
  const { events: rest } = await runAll(second, { checkpoints, resume: true });
  expect(rest.filter(({ kind }) => kind !== "saved").slice(1)).toEqual(
    wanted.slice(wanted.findIndex(({ step }) => step === 6)),
  );
  expect(weightsOf(second)).toEqual(weightsOf(whole));
});

describe("resuming", () => {
  const methods = [
    ["weighted", { method: "weighted", head }],
    [
      "weighted, drawn in the training graph",
      { method: "weighted", head, sampler: { kind: "weighted", scores: "shared" } },
    ],
    ["scl-rai, weighted negatives", { method: "scl-rai", head, sampler: { kind: "weighted" } }],
  ] as const;

  test.each(methods)("%s: from every checkpoint the end is the same, bit for bit", async (_, config) => {
    const options = {
      dev: demo.dev,
      ...config,
      epochs: 3,
      checkpoint: { seconds: 0 },
      batch: { sentences: 10 },
      stopping: { patience: 1 },
    };
    const checkpoints = new CheckpointMemory();
    const whole = tinyRun(masked, options);
    const { events } = await runAll(whole, { checkpoints });
    const bits = checkpoints.all.map(checkpointBits);
    const last = checkpoints.all.at(-1)!;
    // One after every step, the one at the end of an epoch after its evaluation.
    expect(checkpoints.all.map(({ step }) => step)).toEqual(
      Array.from({ length: last.step }, (_, i) => i + 1),
    );
    expect(last.step).toBeGreaterThanOrEqual(4);
    expect(Object.keys(evaluated(events)[0]!.metrics)).toEqual([
      "missampling",
      "hiddenNonEntity",
      "hiddenEntity",
      "boundaryEntity",
      "drawnEntropy",
    ]);

    for (const from of checkpoints.all) {
      const run = tinyRun(masked, options);
      const later = new CheckpointMemory();
      const store = { save: (one: Checkpoint) => later.save(one), load: async () => from };
      const { events: rest } = await runAll(run, { checkpoints: store, resume: true });
      const saved = events.findIndex(({ kind, step }) => kind === "saved" && step === from.step);
      expect(rest[0]).toEqual(events[0]);
      expect(rest.slice(1)).toEqual(events.slice(saved + 1));
      expect(weightsOf(run)).toEqual(weightsOf(whole));
      expect(later.all.map(checkpointBits)).toEqual(bits.slice(from.step));
    }
    if (config.method === "scl-rai") {
      expect(whole.task.parameters.get(CENTRES).values.some((value) => value !== 0)).toBe(true);
    }
  });
});

test("a loss that is no number ends the run after ten steps, and moves no weight before", async () => {
  const run = tinyRun(demo.train, { head, epochs: 20 });
  const { learner, task } = run;
  const broken = {
    ...learner,
    graph: {
      ...learner.graph,
      feed: async (...given: Parameters<typeof learner.graph.feed>) => {
        const feeds = (await learner.graph.feed(...given))!;
        const name = "encoder.input.dropout";
        const { data, shape } = feeds[name]!;
        return { ...feeds, [name]: { data: (data as Float32Array).map(() => Number.NaN), shape } };
      },
    },
  };
  learner.graph.build({ parameters: task.parameters, training: true });
  const before = weightsOf(run);
  const steps: number[] = [];
  const end = runAll(run, { learner: broken }, (event) => {
    if (event.kind === "step") steps.push(event.loss);
  });
  await expect(end).rejects.toThrow(UserError);
  await expect(end).rejects.toThrow("10 steps in a row");
  expect(steps).toEqual(Array(9).fill(0));
  expect(weightsOf(run)).toEqual(before);
});

test("a batch without anything to learn is a step that changes nothing", async () => {
  const empty: Sentence[] = ["a b", "c", "d e f"].map((text) =>
    sentence(text, [], { completeness: "partial" }),
  );
  const sentences = [...empty, sentence("Ada spoke", [[0, 1, "PER"]])];
  const sampler = { kind: "uniform", rate: { complete: 0.5, partial: 0 } };
  const run = tinyRun(sentences, { head, sampler, epochs: 1, batch: { sentences: 1 } });
  const seen: { loss: number; changed: boolean }[] = [];
  let before: Record<string, string> | undefined;
  await runAll(run, {}, (event) => {
    const now = weightsOf(run);
    if (event.kind === "step") {
      const changed = JSON.stringify(now) !== JSON.stringify(before);
      seen.push({ loss: event.loss, changed });
    }
    before = now;
  });
  expect(seen.filter(({ changed }) => changed)).toHaveLength(1);
  expect(seen.filter(({ loss, changed }) => loss === 0 && !changed)).toHaveLength(3);
});
