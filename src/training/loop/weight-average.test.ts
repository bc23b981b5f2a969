import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { CheckpointMemory, runAll, type TinyRun, tinyRun } from "../../../test/support/models/tiny-run.ts";
import { demoCorpus } from "../../demo/index.ts";
import { initialise, ParameterStore } from "../../graph/index.ts";
import type { Checkpoint } from "../checkpoint/checkpoint.ts";
import { WeightAverage } from "./weight-average.ts";

/** A store with one parameter of two numbers. */
function two() {
  const parameters = new ParameterStore();
  const weights = parameters.declare("weights", [2], initialise.zeros);
  return { parameters: [weights], weights: weights.values };
}

test("by hand: the first weights are the first average, and each later one counts as it should", () => {
  const { parameters, weights } = two();
  const average = new WeightAverage(parameters, 0.5);
  const seen = () => [...average.tensors().get("weights")!.data];
  expect(average.tensors().size).toBe(0);
  weights.set([8, -8]);
  average.add(1);
  expect(seen()).toEqual([8, -8]);
  weights.set([2, 4]);
  average.add(2);
  // r = 0.5 / (1 − 0.25) = 2/3: 8 + 2/3 · (2 − 8) = 4, and −8 + 2/3 · (4 + 8) = 0.
  expect(seen()).toEqual([4, 0]);
  weights.set([11, 7]);
  average.add(3);
  // r = 0.5 / (1 − 0.125) = 4/7: 4 + 4/7 · 7 = 8, and 0 + 4/7 · 7 = 4.
  expect(seen()).toEqual([8, 4]);
});

test("is Σ dᵗ⁻ⁱ·wᵢ / Σ dᵗ⁻ⁱ over the weights that were looked at", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.05, max: 0.9995, noNaN: true }),
      fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 10, maxLength: 60 }),
      (decay, all) => {
        const { parameters, weights } = two();
        const average = new WeightAverage(parameters, decay);
        const every = Math.max(1, Math.min(10, Math.floor(0.04 / (1 - decay) + 1e-7)));
        let [sum, share] = [0, 0];
        all.forEach((value, i) => {
          weights.fill(value);
          average.add(i + 1);
          if ((i + 1) % every !== 0) return;
          sum = sum * decay ** every + value;
          share = share * decay ** every + 1;
          expect(average.tensors().get("weights")!.data[1]).toBeCloseTo(sum / share, 4);
        });
        expect(share).toBeGreaterThan(0);
      },
    ),
  );
});

test("stands in for the weights during some work, which then come back to the bit", async () => {
  const { parameters, weights } = two();
  const average = new WeightAverage(parameters, 0.5);
  weights.set([1, -0]);
  // Before the first look there is nothing to stand in.
  expect(await average.during(async () => [...weights])).toEqual([1, -0]);
  average.add(1);
  weights.set([4, 3]);
  average.add(2);
  weights.set([0.1, -0]);
  const bits = weights.slice();
  // 1 + 2/3 · 3 = 3, 0 + 2/3 · 3 = 2
  expect(await average.during(async () => [...weights])).toEqual([3, 2]);
  expect(Object.is(weights[1], -0)).toBe(true);
  expect(weights).toEqual(bits);
  await expect(average.during(() => Promise.reject(new Error("lost")))).rejects.toThrow("lost");
  expect(weights).toEqual(bits);
  average.settle();
  expect([...weights]).toEqual([3, 2]);
  average.reset();
  expect(average.tensors().size).toBe(0);
});

test("a checkpoint of another model is refused", () => {
  const { parameters } = two();
  const average = new WeightAverage(parameters, 0.5);
  expect(() => average.restore(new Map())).toThrow('lacks the average of the weights "weights"');
});

const demo = demoCorpus({ train: 20, dev: 8, test: 1 });
const config = {
  dev: demo.dev,
  head: { kind: "span", width: 16 },
  epochs: 3,
  batch: { sentences: 5 },
  optimiser: { learningRate: 0.02, schedule: "constant", warmup: 0, ema: 0.98 },
};
const bitsOf = ({ task }: TinyRun) => {
  const hash = createHash("sha256");
  for (const { values } of task.parameters)
    hash.update(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  return hash.digest("hex");
};

test("in a run, training goes on with the weights themselves; what is scored and kept is the average", async () => {
  // 0.98: looked at every 2 steps; 4 steps an epoch.
  const raw = { ...config, optimiser: { ...config.optimiser, ema: null } };
  const plain = tinyRun(demo.train, raw);
  const trained = (run: TinyRun) => run.task.parameters.trainable().map(({ values }) => values.slice());
  const looks: Float32Array[][] = [];
  const { events: rawEvents } = await runAll(plain, {}, (event) => {
    if (event.kind === "step" && event.step % 2 === 0) looks.push(trained(plain));
  });
  const { dev: _, ...blind } = config;
  const run = tinyRun(demo.train, blind);
  const { events } = await runAll(run);
  const losses = (all: readonly Record<string, unknown>[]) =>
    all.filter(({ kind }) => kind === "step").map(({ loss }) => loss);
  expect(losses(events)).toEqual(losses(rawEvents));
  // Without dev sentences the last average is kept: of six looks, with a decay of 0.98² from one to the next.
  const shares = looks.map((_, i) => 0.9604 ** (looks.length - 1 - i));
  const all = shares.reduce((a, b) => a + b);
  trained(run).forEach((values, p) => {
    for (let i = 0; i < values.length; i += 97) {
      const wanted = looks.reduce((sum, look, k) => sum + (shares[k]! / all) * look[p]![i]!, 0);
      expect(values[i]).toBeCloseTo(wanted, 4);
    }
  });
  const scored = tinyRun(demo.train, config);
  const { events: scoredEvents } = await runAll(scored);
  const scores = (list: readonly Record<string, unknown>[]) =>
    list.filter(({ kind }) => kind === "evaluated").map(({ dev }) => dev);
  expect(scores(scoredEvents)).not.toEqual(scores(rawEvents));
  // The kept weights score as they did when they were chosen.
  const end = scoredEvents.at(-1) as unknown as { bestEpoch: number; dev: { micro: { f1: number } } };
  const chosen = scores(scoredEvents)[end.bestEpoch - 1] as { f1: number };
  expect(end.dev.micro.f1).toBe(chosen.f1);
});

test("resumed from every checkpoint, a run with an average ends with the same bits", async () => {
  for (const options of [config, { ...config, dev: undefined as never }]) {
    const { dev, ...rest } = { ...options, epochs: 2, checkpoint: { seconds: 0 } };
    const make = () => tinyRun(demo.train, dev === undefined ? rest : { dev, ...rest });
    const checkpoints = new CheckpointMemory();
    const whole = make();
    await runAll(whole, { checkpoints });
    expect(checkpoints.all.map(({ average }) => average !== undefined)).toEqual([
      false,
      ...Array(7).fill(true),
    ]);
    for (const from of checkpoints.all) {
      const run = make();
      const later = new CheckpointMemory();
      const store = { save: (one: Checkpoint) => later.save(one), load: async () => from };
      await runAll(run, { checkpoints: store, resume: true });
      expect(bitsOf(run)).toBe(bitsOf(whole));
      expect(later.all.at(-1)?.average).toEqual(
        from === checkpoints.all.at(-1) ? undefined : checkpoints.all.at(-1)!.average,
      );
    }
  }
});
