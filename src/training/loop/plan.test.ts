import { afterEach, describe, expect, test, vi } from "vitest";
import {
  CheckpointMemory,
  runAll,
  type TinyRun,
  tinyConfig,
  tinyRun,
} from "../../../test/support/models/tiny-run.ts";
import { maskSentence } from "../../data/index.ts";
import { demoCorpus } from "../../demo/index.ts";
import { GradientStep } from "../../graph/index.ts";
import type { Stage } from "../../methods/index.ts";
import { Random } from "../../random.ts";
import { epochBatches } from "./epoch-batches.ts";
import { planByEpochs, planByMinutes, shortened } from "./plan.ts";
import { makeOptimiser } from "./training-optimiser.ts";
import { newTrainingState } from "./training-state.ts";
import { planWarning, resultWarning } from "./warnings.ts";

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
      ...untold,
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
  expect(long.steps / short.steps).toBeLessThan(10.8);
  for (const { steps, epochs: begun } of [short, long]) expect(begun).toBe(Math.ceil(steps / 3));
  // With time enough it is the run that was asked for; with none it is one step, which is better than no model.
  expect(await plan(1000, 7)).toEqual({ steps: 7, epochs: 3, stepsPerEpoch: 3, by: "epochs" });
  expect(await plan(0.001)).toMatchObject({ steps: 1, epochs: 1, stepsPerEpoch: 3, by: "minutes" });
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

test("a part of dev is scored in the epochs, the same when resumed, and all of it at the end if there is time", async () => {
  const config = {
    dev: demo.dev,
    method: "lacuna",
    epochs: 2,
    encoder: { kind: "transformer" },
    checkpoint: { seconds: 0 },
  };
  const plan = { steps: 6, epochs: 2, stepsPerEpoch: 3, by: "minutes", dev: 3 } as const;
  const begun = async (maxMinutes: number, stopAt?: number) => {
    const checkpoints = new CheckpointMemory();
    const run = tinyRun(demo.train, { ...config, maxMinutes });
    await runAll(run, { checkpoints }, () => {});
    const first = { ...checkpoints.all[0]!, state: { ...newTrainingState(plan) } };
    const again = tinyRun(demo.train, { ...config, maxMinutes });
    checkpoints.all.splice(0, Number.POSITIVE_INFINITY, first);
    const stop = new AbortController();
    const { events } = await runAll(again, { checkpoints, resume: true, signal: stop.signal }, (event) => {
      if (event.kind === "step" && event.step === stopAt) stop.abort();
    });
    if (stopAt === undefined) return { events, bits: bitsOf(again) };
    const later = tinyRun(demo.train, { ...config, maxMinutes });
    return { events: (await runAll(later, { checkpoints, resume: true })).events, bits: bitsOf(later) };
  };
  const [short, long, halves] = [await begun(1e-6), await begun(99), await begun(99, 4)];
  expect(short.events.at(-1)).toMatchObject({ dev: { sentences: 3 }, devOf: 8 });
  expect(long.events.at(-1)).toMatchObject({ dev: { sentences: 8 } });
  expect(long.events.at(-1)).not.toHaveProperty("devOf");
  expect(long.bits).toEqual(short.bits);
  expect(halves.bits).toEqual(short.bits);
});

/** What a plan is not about in most tests. */
const untold = { seed: 1, secondsSpent: 0, savingSeconds: 0, scoredBefore: 0 };

/** So many dev sentences that take so many seconds each. */
function devOf(count: number, seconds: number): object {
  return {
    sentences: Array.from({ length: count }, () => ({})),
    part: (some: number) => devOf(Math.min(some, count), seconds),
    estimateSeconds: async () => count * seconds,
  };
}

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
    ...devOf(1, 1),
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
      ...untold,
      step: async () => clock.pass(5),
    });
  // Steps take next to nothing and scoring a second: with one more at the end, 0.88 · 2.7 s are enough for one epoch
  // and 0.88 · 6.2 s for four. A hundred steps would be 34 epochs.
  const short = { minutes: 1, allMinutes: 2 };
  expect(await plan(2.7)).toEqual({ steps: 3, epochs: 1, stepsPerEpoch: 3, by: "minutes", short });
  expect(await plan(6.2)).toEqual({ steps: 12, epochs: 4, stepsPerEpoch: 3, by: "minutes", short });
});

test("a run that falls behind is shortened, and ends in time; resumed, it keeps its plan", async () => {
  const clock = stoppedClock();
  const config = { dev: demo.dev, head, epochs: 20, maxMinutes: 0.5, stopping: { patience: null } };
  const run = tinyRun(demo.train, { ...config, checkpoint: { seconds: 0 } });
  const checkpoints = new CheckpointMemory();
  // Planned when nothing took any time, each step takes a second from then on.
  const { events } = await runAll(run, { checkpoints }, ({ kind }) => {
    if (kind === "step") clock.pass(1000);
  });
  const plans = events.filter(({ kind }) => kind === "planned");
  expect(plans[0]).toMatchObject({ steps: 60, by: "epochs" });
  // After an epoch of three steps 27 seconds are left, 1.5 of them for saving, and 57 steps.
  expect(plans[1]).toMatchObject({ steps: 28, epochs: 10, by: "minutes", insteadOf: 60 });
  expect(plans).toHaveLength(2);
  expect(events.at(-1)).toMatchObject({ reason: "minutes", step: 28 });
  // From any checkpoint after that, the same bits.
  const later = tinyRun(demo.train, config);
  const middle = checkpoints.all.find(({ step }) => step === 10)!;
  const store = { load: async () => middle, save: async () => {} };
  const resumed = await runAll(later, { checkpoints: store, resume: true }, ({ kind }) => {
    if (kind === "step") clock.pass(5000);
  });
  expect(resumed.events.filter(({ kind }) => kind === "planned")).toHaveLength(1);
  expect(bitsOf(later)).toEqual(bitsOf(run));
});

test("what is left of each stage is shortened by the same share, and what is done stays", () => {
  const epochs = epochBatches(
    Array.from({ length: 40 }, () => ({ cost: 1 })),
    { sentences: 2 },
    1,
  );
  const early = [
    { name: "exploring", epochs: 2, isScored: false },
    { name: "trying", epochs: 4, isScored: true },
  ];
  const plan = planByEpochs(epochs, 10, early);
  // 40 steps of exploring and 20 of trying are done; of 60 and 200 a quarter is left.
  expect(shortened(plan, 0.25, { stage: 1, step: 60 }, { epochs, early })).toEqual({
    steps: 40 + 35 + 50,
    epochs: 2 + 2 + 3,
    stepsPerEpoch: 20,
    by: "minutes",
    early: [
      { name: "exploring", steps: 40, epochs: 2 },
      { name: "trying", steps: 35, epochs: 2 },
    ],
  });
  expect(shortened(plan, 0, { stage: 2, step: 130 }, { epochs, early }).steps).toBe(131);
});

describe("with too little time", () => {
  /** Steps of a second, 100 an epoch. */
  const plan = async (
    secondsLeft: number,
    { dev, early = [], learner = {} }: { dev?: object; early?: Stage[]; learner?: object } = {},
  ) => {
    const clock = stoppedClock();
    const epochs = epochBatches(
      Array.from({ length: 200 }, () => ({ cost: 1 })),
      { sentences: 2 },
      1,
    );
    const nothing = {
      snapshot: () => new Map(),
      restore: () => {},
      state: () => ({ info: { kind: "none", updates: [] }, tensors: new Map() }),
    };
    const stages = { early, ...nothing, state: () => new Map(), fits: { times: 3, mostSentences: 1000 } };
    const refresh = async (extent: string, _: object, some: readonly object[] = []) => {
      if (extent === "all") clock.pass(20 * some.length);
    };
    return planByMinutes({
      ...untold,
      secondsSpent: 1.4,
      longest: planByEpochs(epochs, 5, early),
      epochs,
      prepared: Array.from({ length: 200 }, () => ({ cost: 1 })),
      learner: { stages, fit: { reads: "dev", refresh }, ...learner } as never,
      parameters: nothing as never,
      optimiser: nothing as never,
      dev: dev as never,
      context: { stage: 0, epoch: 0, epochs: 5 },
      secondsLeft,
      step: async () => clock.pass(1000),
    });
  };

  test("a plan says what a useful run and a whole one would need", async () => {
    // Four steps are timed. 0.93 · 20 − 1 − 4 = 13.6 seconds are left.
    expect(await plan(20)).toEqual({
      steps: 13,
      epochs: 1,
      stepsPerEpoch: 100,
      by: "minutes",
      // (1.4 + (100 + 4 + 3) / 0.93) / 60 = 1.94 and (1.4 + (500 + 4 + 3) / 0.93) / 60 = 9.1
      short: { minutes: 2, allMinutes: 10 },
    });
    // 0.93 · 120 − 3 − 10: twelve steps at most are timed, and those until twice 4 % of the time are gone.
    const enough = await plan(120);
    expect(enough.steps).toBeGreaterThanOrEqual(97);
    expect((await plan(150)).short).toBeUndefined();
    expect((await plan(10_000)).by).toBe("epochs");
  });

  test("so it does where stages that come before the model are too short", async () => {
    const early = [{ name: "completing", epochs: 5, isScored: false }];
    const made = await plan(150, { early });
    // Half of the time goes to completing, and half an epoch's worth of it for looking at the result.
    expect(made.early![0]!.steps).toBeLessThan(50);
    expect(made.short!.minutes).toBe(5);
    expect(planWarning(made, 2.5)).toBe(
      `only ${made.steps} steps fit into 2.5 minutes, ${made.steps / 2} of them for the model itself (${made.steps / 2} % of an epoch): do not expect a useful model. On this machine one needs about 5 minutes (--max-minutes 5), and all epochs ${made.short!.allMinutes} minutes`,
    );
  });

  test("dev sentences that would take most of it are scored in part", async () => {
    // A sentence takes 10 ms to score, and 20 ms to fit on.
    const made = await plan(600, { dev: devOf(20_000, 0.01) });
    expect(made.dev).toBeLessThan(20_000);
    const spent = ({ steps, epochs, dev }: typeof made) => steps + epochs * dev! * 0.01 + dev! * 0.03;
    expect(spent(made)).toBeLessThan(600);
    expect(spent(made)).toBeGreaterThan(480);
    // A third of the time at most is for them.
    expect(spent(made) - made.steps).toBeLessThan(200);
    expect((await plan(600, { dev: devOf(300, 0.01) })).dev).toBeUndefined();
    // Fitting after a stage counts: three times on a thousand of them at most.
    const early = [{ name: "completing", epochs: 5, isScored: false }];
    const staged = await plan(600, { dev: devOf(20_000, 0.01), early });
    const fits = 3 * Math.min(1000, staged.dev!) * 0.02;
    expect(spent(staged) + fits + 50).toBeLessThan(600);
  });
});

test("a model of no use is called so", () => {
  const plan = { steps: 3, epochs: 1, stepsPerEpoch: 47, by: "minutes" } as const;
  const scored = (correct: number, predicted: number) => {
    const rates = { precision: 0, recall: 0, f1: (200 * correct) / (predicted + 100) };
    return { micro: { correct, predicted, gold: 100, ...rates } } as never;
  };
  expect(resultWarning(scored(0, 0), plan)).toMatch(
    /^the model finds nothing .* See "When something goes wrong"/,
  );
  expect(resultWarning(scored(5, 50), { ...plan, short: { minutes: 4, allMinutes: 9 } })).toBe(
    "dev F1 is only 6.67: this model is of no use. It had too little time; train again with --max-minutes 4 or more",
  );
  expect(resultWarning(scored(5, 50), plan, true)).toMatch(/It was stopped early; give it more time$/);
  expect(resultWarning(scored(20, 100), plan)).toBeUndefined();
  expect(resultWarning(undefined, plan)).toBeUndefined();
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
    ...devOf(1, 0),
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
      ...untold,
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
    short: { minutes: 0.5, allMinutes: 0.5 },
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
