import { expect, test } from "vitest";
import { constant, zeros } from "../parameters/initialiser.ts";
import { ParameterStore } from "../parameters/parameter-store.ts";
import { GradientSum } from "./gradient-sum.ts";
import type { GradientValues } from "./optimiser.ts";
import { sgd } from "./sgd.ts";

const dense = (...values: number[]): GradientValues => ({ kind: "dense", values: Float32Array.from(values) });
const rows = (indices: number[], values: number[]): GradientValues => ({
  kind: "rows",
  indices: BigInt64Array.from(indices, BigInt),
  rows: Float32Array.from(values),
});

test.each(["wasm", "plain"] as const)("two halves make the mean, and then a fresh start (%s)", (memory) => {
  const store = new ParameterStore({ memory });
  const w = store.declare("w", [2], zeros);
  const table = store.declare("table", [4, 1], constant(1));
  const optimiser = sgd(store, { learningRate: 1 });
  const sum = new GradientSum(store);
  sum.add(
    new Map([
      ["w", dense(2, 4)],
      ["table", rows([3, 0], [2, 6])],
    ]),
    0.5,
  );
  sum.add(
    new Map([
      ["w", dense(4, -8)],
      ["table", rows([3], [10])],
    ]),
    0.5,
  );
  optimiser.step(sum.take());
  // w: −(1 + 2) and −(2 − 4);  row 0: 1 − 3, row 3: 1 − (1 + 5)
  expect([...w.values]).toEqual([-3, 2]);
  expect([...table.values]).toEqual([-2, 1, 1, -5]);

  sum.add(new Map([["w", dense(1, 1)]]));
  const taken = sum.take();
  expect([...taken.keys()]).toEqual(["w"]);
  optimiser.step(taken);
  expect([...w.values]).toEqual([-4, 1]);
});

test("the gradients given are left as they are", () => {
  const store = new ParameterStore();
  store.declare("w", [1], zeros);
  store.declare("table", [1, 1], zeros);
  const given = new Map([
    ["w", dense(2)],
    ["table", rows([0], [2])],
  ]);
  new GradientSum(store).add(given, 0.5);
  expect(given).toEqual(
    new Map([
      ["w", dense(2)],
      ["table", rows([0], [2])],
    ]),
  );
});

test("rows of parts are put one after another, whether their indices are wide or narrow", () => {
  const store = new ParameterStore();
  store.declare("table", [4, 1], zeros);
  const sum = new GradientSum(store);
  sum.add(new Map([["table", rows([3, 0], [1, 2])]]));
  sum.add(new Map([["table", { kind: "rows", indices: Int32Array.of(3), rows: Float32Array.of(8) }]]), 0.5);
  expect(sum.take().get("table")).toEqual(rows([3, 0, 3], [1, 2, 4])); // 8 · 0.5
});

test("strangers and changes of kind are bugs", () => {
  const store = new ParameterStore();
  store.declare("w", [1], zeros);
  const sum = new GradientSum(store);
  expect(() => sum.add(new Map([["v", dense(1)]]))).toThrow('"v", which is not summed');
  sum.add(new Map([["w", dense(1)]]));
  expect(() => sum.add(new Map([["w", rows([0], [1])]]))).toThrow("rows in one part and dense in another");
});
