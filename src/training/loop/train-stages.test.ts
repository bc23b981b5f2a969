import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  CheckpointMemory,
  runAll,
  type TinyRun,
  tinyRun,
  untimed,
} from "../../../test/support/models/tiny-run.ts";
import { maskSentence } from "../../data/index.ts";
import { demoCorpus } from "../../demo/index.ts";
import type { StoredTensor } from "../../graph/index.ts";
import type { EpochContext, Learner, Stage } from "../../methods/index.ts";
import { Random } from "../../random.ts";
import type { Checkpoint } from "../checkpoint/checkpoint.ts";
import type { Evaluated, TrainEvent } from "./events.ts";
import { train } from "./train.ts";

const demo = demoCorpus({ train: 20, dev: 8, test: 1 });
const masked = demo.train.map((own) => maskSentence(own, 0.4, new Random(own.tokens.length)));
const early = [
  { name: "exploring", epochs: 2, isScored: false },
  { name: "trying", epochs: 1, isScored: true },
] as const;
const MAIN = early.length;
/** 20 sentences, 10 at a time: 2 steps an epoch, so stages of 4, 2 and 4 steps. */
const config = {
  dev: demo.dev,
  method: "weighted",
  head: { kind: "span", width: 16 },
  epochs: 2,
  batch: { sentences: 10 },
  // Not constant: a stage has a schedule of its own.
  optimiser: { learningRate: 0.02, schedule: "linear", warmup: 0.3 },
};

const weightsOf = ({ task }: Pick<TinyRun, "task">) => {
  const hash = createHash("sha256");
  for (const { values } of task.parameters) {
    hash.update(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  }
  return hash.digest("hex");
};

interface Advanced {
  readonly context: EpochContext;
  readonly score: number | undefined;
  readonly weights: string;
}

/**
 * A run whose method has two early stages: of the first it takes which sentences to leave out in the main one, by the
 * weights it ended with, and of the second the score, which leaves out one more. So an error anywhere moves the end.
 */
function stagedRun(
  given: object = {},
  takes = true,
  stages: readonly Stage[] = early,
): TinyRun & { readonly advanced: Advanced[]; readonly weights: () => string } {
  const run = tinyRun(masked, { ...config, ...given });
  const { learner, task } = run;
  const kept = new Map<string, StoredTensor>();
  const advanced: Advanced[] = [];
  const isLeftOut = (sentence: number) =>
    (kept.get("marks")?.data[sentence] as number) > 0 || kept.get("score")?.data[0] === sentence;
  const staged: Learner = {
    ...learner,
    stages: {
      early: stages,
      async endStage(context, score) {
        advanced.push({ context, score, weights: weightsOf(run) });
        if (!takes) return;
        const { values } = task.parameters
          .trainable()
          .find(({ values }) => values.length > 17 * masked.length)!;
        if (context.stage === 0) {
          const data = Float32Array.from(masked, (_, i) => Math.sign(values[17 * i]!));
          kept.set("marks", { dtype: "F32", shape: [data.length], data });
        } else {
          const data = Int32Array.of(Math.floor(score! * 1000) % masked.length);
          kept.set("score", { dtype: "I32", shape: [1], data });
        }
      },
      state: () => kept,
      restore(saved) {
        kept.clear();
        for (const [name, tensor] of saved) kept.set(name, tensor);
      },
    },
    graph: {
      ...learner.graph,
      feed: (batch, context) =>
        learner.graph.feed(
          context.stage < MAIN ? batch : batch.filter((sentence) => !isLeftOut(sentence)),
          context,
        ),
    },
  };
  return {
    ...run,
    learner: staged,
    options: { ...run.options, learner: staged },
    advanced,
    weights: () => weightsOf(run),
  };
}

const evaluated = (events: readonly object[]) =>
  events.filter((event) => "kind" in event && event.kind === "evaluated") as unknown as Evaluated[];
const lossesOf = (events: readonly Record<string, unknown>[]) =>
  events.filter(({ kind }) => kind === "step").map(({ loss }) => loss);

describe("a run with early stages", () => {
  test("plans, counts and names them, and scores only those that ask for it", async () => {
    const run = stagedRun();
    const { events } = await runAll(run, { checkpoints: new CheckpointMemory() });
    expect(events[0]).toEqual({
      kind: "planned",
      steps: 10,
      epochs: 5,
      stepsPerEpoch: 2,
      by: "epochs",
      early: [
        { name: "exploring", steps: 4, epochs: 2 },
        { name: "trying", steps: 2, epochs: 1 },
      ],
      notice: expect.stringMatching(/^only 4 steps of training are planned \(2 epochs of 2 steps\)/),
    });
    const steps = events.filter(({ kind }) => kind === "step");
    expect(steps.map(({ step }) => step)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(steps.map(({ stage }) => stage)).toEqual([
      ...Array(4).fill("exploring"),
      ...Array(2).fill("trying"),
      ...Array(4).fill(undefined),
    ]);
    const ends = evaluated(events);
    expect(ends.map(({ epoch, stage, dev, best }) => [epoch, stage, dev !== undefined, best])).toEqual([
      [1, "exploring", false, false],
      [2, "exploring", false, false],
      [3, "trying", true, false],
      [4, undefined, true, true],
      [5, undefined, true, expect.any(Boolean)],
    ]);
    expect((events.at(-1) as { bestEpoch: number }).bestEpoch).toBeGreaterThan(3);
    // The learner is told where the stage ended, and the score that chooses epochs, where there is one.
    expect(run.advanced.map(({ context, score }) => [context, score])).toEqual([
      [{ stage: 0, epoch: 1, epochs: 2 }, undefined],
      [{ stage: 1, epoch: 0, epochs: 1 }, ends[2]!.dev!.f1],
    ]);
  });

  test("each stage starts from the first weights with a fresh optimiser, and its own schedule", async () => {
    // Nothing is taken from early stages, so the main one is a run of its own.
    const run = stagedRun({}, false);
    const { events } = await runAll(run);
    const alone = tinyRun(masked, config);
    const { events: wanted } = await runAll(alone);
    const losses = lossesOf(events);
    expect(losses.slice(6)).toEqual(lossesOf(wanted));
    expect(weightsOf(run)).toBe(weightsOf(alone));
    expect(evaluated(events).slice(3)).toEqual(
      evaluated(wanted).map((event) => ({ ...event, step: event.step + 6, epoch: event.epoch + 3 })),
    );
    // The exploring stage is as long as the main one, and the same; the other one has a shorter schedule.
    expect(losses.slice(0, 4)).toEqual(losses.slice(6));
    expect(losses[4]).toBe(losses[0]);
    expect(losses[5]).not.toBe(losses[1]);
    expect(run.advanced[0]!.weights).not.toBe(run.advanced[1]!.weights);
  });

  test("a stage may begin with the weights of the one before, as a run does that is given them", async () => {
    const heirs = early.map((stage, i) => ({ ...stage, carryWeights: i === 1 }));
    const run = stagedRun({}, false, heirs);
    const { events } = await runAll(run);
    const losses = lossesOf(events);
    // The second stage starts anew, the main one from where the second ended, which the first losses tell.
    expect(losses[4]).toBe(losses[0]);
    const plain = stagedRun({}, false);
    const { events: anew } = await runAll(plain);
    expect(losses.slice(0, 6)).toEqual(lossesOf(anew).slice(0, 6));
    expect(losses[6]).not.toBe(losses[0]);
    const alone = tinyRun(masked, config);
    const { parameters } = alone.task;
    const before = tinyRun(masked, { ...config, epochs: 1 });
    await runAll(before);
    // Weights are there when a graph has asked for them.
    alone.learner.graph.build({ parameters, training: true });
    for (const { name, values } of before.task.parameters) parameters.get(name).values.set(values);
    const { events: wanted } = await runAll(alone);
    expect(losses.slice(6)).toEqual(lossesOf(wanted));
    expect(run.weights()).toBe(weightsOf(alone));
  });

  test("patience counts epochs of the main stage only, and only its weights are kept", async () => {
    const given = { epochs: 6, stopping: { patience: 2, score: "precision" } };
    const run = stagedRun(given, false);
    const { events } = await runAll(run);
    const { events: wanted } = await runAll(tinyRun(masked, { ...config, ...given }));
    const [end, wantedEnd] = [events.at(-1)!, wanted.at(-1)!];
    expect(end).toEqual({
      ...wantedEnd,
      step: (wantedEnd.step as number) + 6,
      bestEpoch: (wantedEnd.bestEpoch as number) + 3,
    });
    expect(wantedEnd.reason).toBe("patience");
    expect(run.advanced[1]!.score).toBe(evaluated(events)[2]!.dev!.precision);
  });

  test("without dev sentences no stage is scored, and the last epoch is kept", async () => {
    const { dev: _, ...blind } = config;
    const run = tinyRun(masked, blind);
    const scores: (number | undefined)[] = [];
    const learner: Learner = {
      ...run.learner,
      stages: {
        early,
        endStage: async (_context, score) => void scores.push(score),
        state: () => new Map(),
        restore: () => {},
      },
    };
    const { events } = await runAll(run, { learner });
    expect(scores).toEqual([undefined, undefined]);
    expect(evaluated(events).map(({ dev, best }) => [dev, best])).toEqual([
      [undefined, false],
      [undefined, false],
      [undefined, false],
      [undefined, true],
      [undefined, true],
    ]);
    expect(events.at(-1)).toEqual({ kind: "stopped", reason: "epochs", step: 10, bestEpoch: 5 });
  });
});

describe("resuming a run with early stages", () => {
  const bitsOf = ({ step, weights, optimiser, best, average, stages, state }: Checkpoint) => {
    const digests = (tensors: ReadonlyMap<string, StoredTensor> = new Map()) =>
      [...tensors].map(([name, { data }]) => [
        name,
        createHash("sha256")
          .update(new Uint8Array(data.buffer, data.byteOffset, data.byteLength))
          .digest("hex"),
      ]);
    const tensors = [weights, optimiser.tensors, best, average, stages].map(digests);
    return {
      step,
      tensors,
      updates: optimiser.info,
      state: { ...(state as object), milliseconds: 0, seconds: 0 },
    };
  };

  const heirs = early.map((stage) => ({ ...stage, carryWeights: true }));
  test.each([
    [null, early],
    [0.9, early],
    [null, heirs],
    [0.9, heirs],
  ])(
    "from the checkpoint of every step the end is the same, bit for bit (average %s, stages %j)",
    async (average, stages) => {
      const options = { checkpoint: { seconds: 0 }, optimiser: { ...config.optimiser, ema: average } };
      const checkpoints = new CheckpointMemory();
      const whole = stagedRun(options, true, stages);
      const { events } = await runAll(whole, { checkpoints });
      expect(checkpoints.all.map(({ step }) => step)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      // Kept from the moment it is there: the checkpoint that ends a stage is of the start of the next.
      expect(checkpoints.all.map(({ stages }) => stages?.size)).toEqual([
        ...Array(3).fill(undefined),
        1,
        1,
        ...Array(5).fill(2),
      ]);
      for (const from of checkpoints.all) {
        const run = stagedRun(options, true, stages);
        const later = new CheckpointMemory();
        const store = { save: (one: Checkpoint) => later.save(one), load: async () => from };
        const { events: rest } = await runAll(run, { checkpoints: store, resume: true });
        const saved = events.findIndex(({ kind, step }) => kind === "saved" && step === from.step);
        expect(rest.slice(1)).toEqual(events.slice(saved + 1));
        expect(run.weights()).toBe(whole.weights());
        expect(later.all.map(bitsOf)).toEqual(checkpoints.all.slice(from.step).map(bitsOf));
      }
      // Otherwise the above would hold for a memory that is lost, too.
      const forgetful = stagedRun(options, false, stages);
      await runAll(forgetful);
      expect(forgetful.weights()).not.toBe(whole.weights());
    },
  );

  test("killed after any event, with checkpoints only at the ends of epochs", async () => {
    const whole = stagedRun();
    const { events } = await runAll(whole, { checkpoints: new CheckpointMemory() });
    for (let killed = 1; killed < events.length; killed++) {
      const checkpoints = new CheckpointMemory();
      const first = stagedRun();
      const loop = train({ ...first.options, checkpoints });
      for (let i = 0; i < killed; i++) await loop.next();
      await loop.return("asked");
      await first.learner.dispose();
      const second = stagedRun();
      const { events: rest } = await runAll(second, { checkpoints, resume: true });
      expect(rest.at(-1), `after event ${killed}`).toEqual(events.at(-1));
      expect(second.weights(), `after event ${killed}`).toBe(whole.weights());
    }
  });

  test("killed between the end of a stage and its checkpoint", async () => {
    const whole = stagedRun();
    await runAll(whole);
    for (const step of [4, 6]) {
      const checkpoints = new CheckpointMemory();
      const first = stagedRun();
      const save = async (one: Checkpoint) => {
        if (one.step === step) throw new Error("killed");
        await checkpoints.save(one);
      };
      const seen: TrainEvent[] = [];
      const run = runAll(first, { checkpoints: { save, load: async () => undefined } }, (e) => seen.push(e));
      await expect(run).rejects.toThrow("killed");
      expect(first.advanced).toHaveLength(step === 4 ? 1 : 2);
      expect(untimed(seen.at(-1)!)).toMatchObject({ kind: "evaluated", step });
      const second = stagedRun();
      await runAll(second, { checkpoints, resume: true });
      expect(second.weights()).toBe(whole.weights());
    }
  });
});
