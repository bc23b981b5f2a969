import { describe, expect, test } from "vitest";
import { constant, zeros } from "../parameters/initialiser.ts";
import { type Parameter, ParameterStore } from "../parameters/parameter-store.ts";
import { adamW } from "./adamw.ts";
import type { GradientValues } from "./optimiser.ts";
import { sgd } from "./sgd.ts";

const dense = (...values: number[]): GradientValues => ({ kind: "dense", values: Float32Array.from(values) });
const rows = (indices: number[], values: number[]): GradientValues => ({
  kind: "rows",
  indices: BigInt64Array.from(indices, BigInt),
  rows: Float32Array.from(values),
});

function one(...values: number[]): Parameter {
  const parameter = new ParameterStore().declare("w", [values.length], zeros);
  parameter.values.set(values);
  return parameter;
}

const close = (found: ArrayLike<number>, expected: readonly number[], digits = 6) => {
  expect(Array.from(found, (value) => Number(value.toPrecision(digits)))).toEqual(
    expected.map((value) => Number(value.toPrecision(digits))),
  );
};

describe("steps worked out by hand", () => {
  test("AdamW: the first step is the rate towards the gradient's sign, after decay", () => {
    const w = one(1, -2);
    const optimiser = adamW([w], { learningRate: 0.1, weightDecay: 0.5 });
    optimiser.step(new Map([["w", dense(0.5, -3)]]));
    // m = 0.1·g, over 1 − 0.9 gives g; v = 0.001·g², over 1 − 0.999 gives g²; g/√g² = sign(g)
    // w = (1 − 0.1·0.5)·w − 0.1·sign(g):  0.95 − 0.1 = 0.85,  −1.9 + 0.1 = −1.8
    close(w.values, [0.85, -1.8]);
  });

  test("AdamW: the second step", () => {
    const w = one(1);
    const optimiser = adamW([w], { learningRate: 0.1, beta1: 0.5, beta2: 0.75, epsilon: 0.1 });
    optimiser.step(new Map([["w", dense(2)]]));
    // m = 1, v = 1; m/(1 − 0.5) = 2; √(1/(1 − 0.75)) = 2;  w = 1 − 0.1·2/(2 + 0.1) = 0.904762
    close(w.values, [0.904762]);
    optimiser.step(new Map([["w", dense(-1)]]));
    // m = 0.5·1 + 0.5·(−1) = 0, so nothing moves;  v = 0.75·1 + 0.25·1 = 1
    close(w.values, [0.904762]);
    optimiser.step(new Map([["w", dense(4)]]));
    // m = 0.5·0 + 0.5·4 = 2, over 1 − 0.125 = 2.285714
    // v = 0.75·1 + 0.25·16 = 4.75, over 1 − 0.421875 = 8.216216, root 2.866394
    // w = 0.904762 − 0.1·2.285714/2.966394 = 0.904762 − 0.0770536 = 0.827708
    close(w.values, [0.827708]);
  });

  test("SGD: momentum builds up", () => {
    const w = one(1);
    const optimiser = sgd([w], { learningRate: 0.1, momentum: 0.5 });
    optimiser.step(new Map([["w", dense(2)]]));
    close(w.values, [0.8]); // m = 2; 1 − 0.1·2
    optimiser.step(new Map([["w", dense(1)]]));
    close(w.values, [0.6]); // m = 0.5·2 + 1 = 2; 0.8 − 0.1·2
  });

  test("SGD: Nesterov looks ahead, decay joins the gradient", () => {
    const w = one(1);
    const optimiser = sgd([w], { learningRate: 0.1, momentum: 0.5, nesterov: true, weightDecay: 0.5 });
    optimiser.step(new Map([["w", dense(2)]]));
    // g = 2 + 0.5·1 = 2.5; m = 2.5; w = 1 − 0.1·(2.5 + 0.5·2.5) = 1 − 0.375
    close(w.values, [0.625]);
  });

  test("the rate factor of a schedule scales every rate", () => {
    const w = one(1);
    sgd([w], { learningRate: 0.1 }).step(new Map([["w", dense(2)]]), 0.25);
    close(w.values, [0.95]); // 1 − 0.1·0.25·2
  });
});

describe("groups and clipping", () => {
  test("the first group that matches sets rate and decay", () => {
    const store = new ParameterStore();
    for (const name of ["a.weight", "a.bias", "b.bias"]) store.declare(name, [1], constant(1));
    const optimiser = sgd(store, {
      learningRate: 0.1,
      weightDecay: 0.5,
      groups: [
        { match: ["b.*"], learningRate: 1 },
        { match: ["*.bias"], weightDecay: 0 },
      ],
    });
    const gradient = dense(1);
    optimiser.step(new Map(store.names().map((name) => [name, gradient])));
    // a.weight: 1 − 0.1·(1 + 0.5);  a.bias: 1 − 0.1·1;  b.bias: 1 − 1·(1 + 0.5), decay from the defaults
    close(
      [...store].flatMap(({ values }) => [...values]),
      [0.85, 0.9, -0.5],
    );
  });

  test("dense and row gradients are clipped together, repeated rows summed first", () => {
    const store = new ParameterStore();
    const w = store.declare("w", [2], zeros);
    const table = store.declare("table", [3, 1], zeros);
    const optimiser = sgd(store, { learningRate: 1, clipNorm: 1.3 });
    // row 2 gets 2 + 10 = 12: the norm is √(3² + 4² + 12²) = 13, not √(9 + 16 + 4 + 100)
    const report = optimiser.step(
      new Map([
        ["w", dense(3, 4)],
        ["table", rows([2, 2], [2, 10])],
      ]),
    );
    expect(report).toEqual({ norm: 13, applied: true });
    // scaled by 1.3/13 = 0.1 (to within 1e-6/13)
    close([...w.values, ...table.values], [-0.3, -0.4, 0, 0, -1.2]);
    expect(optimiser.step(new Map([["w", dense(0.3, 0.4)]])).norm).toBeCloseTo(0.5, 6);
    close(w.values, [-0.6, -0.8]); // within the bound: as it is
  });

  test("a gradient that is not finite changes nothing and says so", () => {
    const w = one(1);
    const optimiser = adamW([w], { learningRate: 0.1, clipNorm: 1 });
    expect(optimiser.step(new Map([["w", dense(Infinity)]]))).toEqual({ norm: Infinity, applied: false });
    expect(optimiser.step(new Map([["w", dense(NaN)]]))).toEqual({ norm: NaN, applied: false });
    expect([...w.values]).toEqual([1]);
    expect(optimiser.state().info.updates).toEqual([["w", 0]]);
  });

  test("gradients of strangers and of the wrong size are bugs", () => {
    const optimiser = adamW([one(1)], { learningRate: 0.1 });
    expect(() => optimiser.step(new Map([["v", dense(1)]]))).toThrow('"v", which is not optimised');
    expect(() => optimiser.step(new Map([["w", dense(1, 2)]]))).toThrow("has 2 numbers, not 1");
  });
});
