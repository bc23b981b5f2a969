import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { zeros } from "../parameters/initialiser.ts";
import { ParameterStore } from "../parameters/parameter-store.ts";
import { adamW } from "./adamw.ts";
import type { GradientValues, Optimiser } from "./optimiser.ts";
import { sgd } from "./sgd.ts";

const dense = (...values: number[]): GradientValues => ({ kind: "dense", values: Float32Array.from(values) });

interface TorchRun {
  readonly start: Record<string, number[]>;
  readonly gradients: Record<string, number[]>[];
  readonly values: Record<string, number[]>[];
  readonly norms: number[];
}

describe("PyTorch", async () => {
  const file = new URL("../../../test/fixtures/optimiser/torch-steps.json", import.meta.url);
  const runs = JSON.parse(await readFile(file, "utf8")) as Record<string, TorchRun>;
  const makers: Record<string, (store: ParameterStore) => Optimiser> = {
    adamw: (store) =>
      adamW(store, {
        learningRate: 0.01,
        weightDecay: 0.1,
        beta2: 0.98,
        epsilon: 1e-6,
        groups: [{ match: ["*.bias"], learningRate: 0.02, weightDecay: 0 }],
      }),
    "adamw clipped, falling rate": (store) =>
      adamW(store, { learningRate: 0.01, weightDecay: 0.01, clipNorm: 1 }),
    sgd: (store) =>
      sgd(store, {
        learningRate: 0.01,
        weightDecay: 0.1,
        momentum: 0.9,
        groups: [{ match: ["*.bias"], learningRate: 0.02, weightDecay: 0 }],
      }),
    "sgd nesterov": (store) => sgd(store, { learningRate: 0.01, momentum: 0.8, nesterov: true }),
    "sgd without momentum": (store) => sgd(store, { learningRate: 0.1, weightDecay: 0.01 }),
  };

  test("every recorded run is compared", () => {
    expect(Object.keys(runs)).toEqual(Object.keys(makers));
  });

  test.each(Object.keys(makers))("%s: the same weights after each of 20 steps", (name) => {
    const run = runs[name]!;
    const store = new ParameterStore();
    for (const [key, values] of Object.entries(run.start)) {
      store.declare(key, [values.length], zeros).values.set(values);
    }
    const optimiser = makers[name]!(store);
    run.gradients.forEach((gradients, step) => {
      const factor = name.includes("falling rate") ? 1 - step / 20 : 1;
      const report = optimiser.step(
        new Map(Object.entries(gradients).map(([key, values]) => [key, dense(...values)])),
        factor,
      );
      if (report.norm !== undefined)
        expect(Math.abs(report.norm / run.norms[step]! - 1) || 0).toBeLessThan(1e-6);
      for (const [key, expected] of Object.entries(run.values[step]!)) {
        const worst = Math.max(...expected.map((value, i) => Math.abs(store.get(key).values[i]! - value)));
        expect(worst).toBeLessThan(1e-6); // weights are about 1: a few units in the last place of float32
      }
    });
  });
});
