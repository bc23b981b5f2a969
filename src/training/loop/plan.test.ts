import { afterEach, expect, test, vi } from "vitest";
import {
  CheckpointMemory,
  runAll,
  type TinyRun,
  tinyConfig,
  tinyRun,
} from "../../../test/support/tiny-run.ts";
import { maskSentence } from "../../data/index.ts";
import { demoCorpus } from "../../demo/index.ts";
import { GradientStep } from "../../graph/index.ts";
import { Random } from "../../random.ts";
import { epochBatches } from "./epoch-batches.ts";
import { planByEpochs, planByMinutes } from "./plan.ts";
import { makeOptimiser } from "./training-optimiser.ts";
import { newTrainingState } from "./training-state.ts";

const demo = demoCorpus({ train: 20, dev: 8, test: 1 });
const masked = demo.train.map((own) => maskSentence(own, 0.4, new Random(own.tokens.length)));
const head = { kind: "span", width: 16 };

test("a run by epochs has as many steps as its epochs have batches, each counted", () => {
  const costs = [1, 2, 3, 4, 5].map((cost) => ({ cost }));
  // 5 sentences in twos: 3 batches an epoch.
  const twos = epochBatches(costs, { sentences: 2 }, 1);
  expect(planByEpochs(twos, 4)).toEqual({ steps: 12, epochs: 4, stepsPerEpoch: 3, by: "epochs" });
  // By cost, epochs are cut differently: 3 or 4 batches, and the plan has the exact sum.
  const cut = epochBatches(costs, { cost: 5, pool: 1 }, 1);
  const lengths = Array.from({ length: 6 }, (_, epoch) => cut.batches(epoch).length);
  expect(new Set(lengths).size).toBeGreaterThan(1);
  const steps = lengths.reduce((a, b) => a + b);
  expect(planByEpochs(cut, 6)).toEqual({
    steps,
    epochs: 6,
    stepsPerEpoch: Math.ceil(steps / 6),
    by: "epochs",
  });
});

test("batches and generators depend on seed and number alone", () => {
  const costs = Array.from({ length: 30 }, (_, i) => ({ cost: 1 + (i % 7) }));
  const [a, b, other] = [1, 1, 2].map((seed) => epochBatches(costs, { sentences: 4 }, seed));
  b!.batches(0);
  expect(b!.batches(3)).toEqual(a!.batches(3));
  expect(b!.random(9).state()).toEqual(a!.random(9).state());
  expect(a!.batches(4)).not.toEqual(a!.batches(3));
  expect(other!.batches(3)).not.toEqual(a!.batches(3));
  expect(a!.random(10).state()).not.toEqual(a!.random(9).state());
  expect(
    a!
      .batches(3)
      .flat()
      .toSorted((x, y) => x - y),
  ).toEqual(costs.map((_, i) => i));
});

const bitsOf = ({ task }: TinyRun) =>
  [...task.parameters].map(({ name, values }) => [
    name,
    Buffer.from(values.slice().buffer).toString("base64"),
  ]);

test("measuring leaves weights, optimiser and counts as they were, and steps grow with the time", async () => {
  const run = tinyRun(masked, { method: "scl-rai", head, sampler: { kind: "weighted" } });
  const { task, learner, options } = run;
  const { parameters, prepared } = task;
  const loss = learner.graph.build({ parameters, training: true });
  const outputs = learner.graph.watch?.nodes() ?? {};
  const gradientStep = await GradientStep.compile({ ...options.session, loss, parameters, outputs });
  const optimiser = makeOptimiser(gradientStep.trained, options.config);
  const epochs = epochBatches(prepared, { sentences: 8 }, 1);
  const update = async (batch: readonly number[], step: number) => {
    const feeds = await learner.graph.feed(batch, {
      stage: 0,
      epoch: 0,
      epochs: 9,
      random: epochs.random(step),
    });
    const { gradients, outputs: seen } = await gradientStep.run(feeds!);
    learner.graph.watch?.observe(seen);
    optimiser.step(gradients);
  };
  // Not at the very start: momentum and counts are there to be lost.
  await update(epochs.batches(0)[0]!, 1);
  const state = () => {
    const { info, tensors } = optimiser.state();
    return JSON.stringify([
      info,
      [...tensors].map(([name, { data }]) => [name, Array.from(data as Float32Array)]),
      learner.metrics!.counts(),
    ]);
  };
  const before = [bitsOf(run), state()];
  expect(learner.metrics!.counts().negatives).toBeGreaterThan(0);

  let changed = false;
  // A clock that only updates move: how busy the machine is says nothing about the plan.
  const clock = stoppedClock();
  const plan = async (secondsLeft: number, most = 1_000_000) => {
    const made = await planByMinutes({
      longest: { steps: most, epochs: Math.ceil(most / 3), stepsPerEpoch: 3, by: "epochs" },
      epochs,
      prepared,
      learner,
      parameters,
      optimiser,
      dev: undefined,
      context: { stage: 0, epoch: 0, epochs: 9 },
      secondsLeft,
      savingSeconds: 0,
      step: async (batch, step) => {
        await update(batch, step);
        clock.pass(50);
        changed ||= JSON.stringify(bitsOf(run)) !== JSON.stringify(before[0]);
      },
    });
    expect([bitsOf(run), state()]).toEqual(before);
    return made;
  };
  const [short, long] = [await plan(20), await plan(200)];
  expect(changed).toBe(true);
  expect([short.by, long.by]).toEqual(["minutes", "minutes"]);
  // Ten times the time; what measuring took is gone from both.
  expect(long.steps / short.steps).toBeGreaterThan(9.9);
  expect(long.steps / short.steps).toBeLessThan(10.6);
  for (const { steps, epochs: begun } of [short, long]) expect(begun).toBe(Math.ceil(steps / 3));
  // With time enough it is the run that was asked for; with none it is one step, which is better than no model.
  expect(await plan(1000, 7)).toEqual({ steps: 7, epochs: 3, stepsPerEpoch: 3, by: "epochs" });
  expect(await plan(0.001)).toEqual({ steps: 1, epochs: 1, stepsPerEpoch: 3, by: "minutes" });
  await gradientStep.dispose();
  await learner.dispose();
});

test("a timed run ends with the same bits as one that was given its plan", async () => {
  const config = { dev: demo.dev, method: "weighted", head, epochs: 2, checkpoint: { seconds: 0 } };
  const timed = tinyRun(masked, { ...config, maxMinutes: 30 });
  const checkpoints = new CheckpointMemory();
  const { events } = await runAll(timed, { checkpoints });
  const given = tinyRun(masked, config);
  const { events: wanted } = await runAll(given);
  expect(events.filter(({ kind }) => kind !== "saved")).toEqual(wanted);
  expect(bitsOf(timed)).toEqual(bitsOf(given));

  // The plan is saved before the first step: a run killed at once has the length it had measured.
  const [first] = checkpoints.all;
  expect(first!.step).toBe(0);
  const plan = { steps: 4, epochs: 2, stepsPerEpoch: 3, by: "minutes" } as const;
  const short = { ...first!, state: { ...newTrainingState(plan) } };
  const [one, other] = [
    tinyRun(masked, { ...config, maxMinutes: 1e-6 }),
    tinyRun(masked, { ...config, maxMinutes: 99 }),
  ];
  const saved: number[] = [];
  const store = {
    load: async () => short,
    save: async ({ step }: { readonly step: number }) => {
      saved.push(step);
    },
  };
  const ends = [];
  for (const run of [one, other]) ends.push((await runAll(run, { checkpoints: store, resume: true })).events);
  expect(ends[0]![0]).toEqual({ kind: "planned", ...plan });
  expect(ends[0]!.at(-1)).toMatchObject({ reason: "minutes", step: 4 });
  expect(ends[1]).toEqual(ends[0]);
  // The cut-short epoch ends with one checkpoint, after its evaluation: steps and states go together.
  expect(saved).toEqual([1, 2, 3, 4, 1, 2, 3, 4]);
  expect(bitsOf(one)).toEqual(bitsOf(other));
});

/** A clock that stands still unless it is told that time has passed, whatever else the machine has to do. */
function stoppedClock(): { pass(milliseconds: number): void } {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  return {
    pass: (milliseconds) => {
      now += milliseconds;
    },
  };
}
afterEach(() => {
  vi.restoreAllMocks();
});

test("no epoch is begun whose evaluation does not fit any more", async () => {
  const clock = stoppedClock();
  const stub = {
    metrics: { counts: () => ({}), resume: () => {}, endEpoch: async () => ({}) },
    snapshot: () => new Map(),
    restore: () => {},
    state: () => ({ info: { kind: "none", updates: [] }, tensors: new Map() }),
    estimateSeconds: async () => 1,
  };
  const costs = Array.from({ length: 6 }, () => ({ cost: 1 }));
  const plan = (secondsLeft: number) =>
    planByMinutes({
      longest: { steps: 300, epochs: 100, stepsPerEpoch: 3, by: "epochs" },
      epochs: epochBatches(costs, { sentences: 2 }, 1),
      prepared: costs,
      learner: stub as never,
      parameters: stub as never,
      optimiser: stub as never,
      dev: stub as never,
      context: { stage: 0, epoch: 0, epochs: 9 },
      secondsLeft,
      savingSeconds: 0,
      step: async () => clock.pass(5),
    });
  // Steps take next to nothing and scoring a second: with one more at the end, 0.91 · 2.7 s are enough for one epoch
  // and 0.91 · 5.9 s for four.
  expect(await plan(2.7)).toEqual({ steps: 3, epochs: 1, stepsPerEpoch: 3, by: "minutes" });
  expect(await plan(5.9)).toEqual({ steps: 12, epochs: 4, stepsPerEpoch: 3, by: "minutes" });
});

test("an early stage may ask for a share of the main one's epochs, rounded up", () => {
  const epochs = epochBatches([{ cost: 1 }, { cost: 1 }], { sentences: 1 }, 1);
  const stage = (share: number) => ({ name: "completing", epochs: { share }, isScored: false });
  const { early, epochs: all } = planByEpochs(epochs, 7, [stage(0.3), stage(0.01)]);
  expect(early!.map((own) => own.epochs)).toEqual([3, 1]);
  expect(all).toBe(11);
});

test("early stages are planned, and cut by the same share as the main one", async () => {
  const clock = stoppedClock();
  const costs = Array.from({ length: 40 }, () => ({ cost: 1 }));
  // 40 sentences in twos: 20 steps an epoch.
  const epochs = epochBatches(costs, { sentences: 2 }, 1);
  const early = [
    { name: "exploring", epochs: 2, isScored: false },
    { name: "trying", epochs: 1, isScored: true },
  ];
  const longest = planByEpochs(epochs, 10, early);
  expect(longest).toEqual({
    steps: 260,
    epochs: 13,
    stepsPerEpoch: 20,
    by: "epochs",
    early: [
      { name: "exploring", steps: 40, epochs: 2 },
      { name: "trying", steps: 20, epochs: 1 },
    ],
  });
  let restored = 0;
  const stub = {
    metrics: { counts: () => ({}), resume: () => {}, endEpoch: async () => ({}) },
    stages: {
      early,
      state: () => new Map([["marks", {}]]),
      restore: (state: ReadonlyMap<string, unknown>) => {
        expect(state.size).toBe(0);
        restored++;
      },
    },
    snapshot: () => new Map(),
    restore: () => {},
    state: () => ({ info: { kind: "none", updates: [] }, tensors: new Map() }),
    estimateSeconds: async () => 0,
  };
  const plan = (secondsLeft: number) =>
    planByMinutes({
      longest,
      epochs,
      prepared: costs,
      learner: stub as never,
      parameters: stub as never,
      optimiser: stub as never,
      dev: stub as never,
      context: { stage: 0, epoch: 0, epochs: 2 },
      secondsLeft,
      savingSeconds: 0,
      step: async () => clock.pass(20),
    });
  expect(await plan(1000)).toEqual(longest);
  // Whatever was remembered of weights that were only tried is forgotten.
  expect(restored).toBe(1);
  const half = await plan(3.5);
  const [exploring, trying] = half.early!;
  const main = half.steps - exploring!.steps - trying!.steps;
  expect(half.by).toBe("minutes");
  expect(main).toBeGreaterThan(40);
  expect(main).toBeLessThan(160);
  // Of 200, 40 and 20 steps the same share, rounded down.
  const share = main / 200;
  expect(Math.abs(exploring!.steps - 40 * share)).toBeLessThanOrEqual(1);
  expect(Math.abs(trying!.steps - 20 * share)).toBeLessThanOrEqual(1);
  expect(half.epochs).toBe(
    Math.ceil(main / 20) + Math.ceil(exploring!.steps / 20) + Math.ceil(trying!.steps / 20),
  );
  // With no time at all each stage has a step.
  expect(await plan(0.001)).toEqual({
    steps: 3,
    epochs: 3,
    stepsPerEpoch: 20,
    by: "minutes",
    early: [
      { name: "exploring", steps: 1, epochs: 1 },
      { name: "trying", steps: 1, epochs: 1 },
    ],
  });
});

test("a timed run ends in about the time it was given", async () => {
  const seconds = 3;
  const begun = performance.now();
  const run = tinyRun(demo.train, {
    dev: demo.dev,
    head,
    epochs: 10_000,
    maxMinutes: seconds / 60,
    stopping: { patience: null },
  });
  const { events } = await runAll(run);
  expect(events.at(-1)).toMatchObject({ reason: "minutes" });
  // Other tests run beside this one, so only what is far off is a mistake.
  expect((performance.now() - begun) / 1000).toBeLessThan(3 * seconds);
  expect((events.at(-1) as { step: number }).step).toBeGreaterThan(3);
});

test("rates and decay by the part of the model", () => {
  const named = (name: string) => ({
    name,
    shape: [2],
    values: Float32Array.of(1, 1),
    companion: () => new Float32Array(2),
  });
  const names = [
    "encoder.input.weight",
    "encoder.input.bias",
    "encoder.input.norm.weight",
    "encoder.spelling.table",
    "head.span.weight",
    "head.span.bias",
  ];
  const config = tinyConfig({
    optimiser: { learningRate: 0.1, encoderLearningRate: 0.01, weightDecay: 0.5, clipNorm: null },
  });
  const parameters = names.map(named);
  const gradients = new Map(
    names.map((name) => [name, { kind: "dense", values: Float32Array.of(0, 3) } as const]),
  );
  makeOptimiser(parameters, config).step(gradients);
  const moved = new Map(parameters.map(({ name, values }) => [name, values]));
  const expectMoved = (name: string, decayed: number, rate: number) => {
    // Adam's first step is the rate whatever the gradient; without a gradient only decay moves: 1 − rate · decay.
    expect(moved.get(name)![0]).toBeCloseTo(decayed, 5);
    expect(moved.get(name)![1]).toBeCloseTo(decayed - rate, 5);
  };
  expectMoved("encoder.input.weight", 1 - 0.01 * 0.5, 0.01);
  for (const name of names.slice(1, 4)) expectMoved(name, 1, 0.01);
  expectMoved("head.span.weight", 1 - 0.1 * 0.5, 0.1);
  expectMoved("head.span.bias", 1, 0.1);
});
