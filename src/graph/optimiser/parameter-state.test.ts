import { describe, expect, test } from "vitest";
import { Random } from "../../random.ts";
import { constant, normal } from "../parameters/initialiser.ts";
import { ParameterStore } from "../parameters/parameter-store.ts";
import { adamW } from "./adamw.ts";
import type { GradientValues } from "./optimiser.ts";
import { sgd } from "./sgd.ts";

const dense = (...values: number[]): GradientValues => ({ kind: "dense", values: Float32Array.from(values) });
const rows = (indices: number[], values: number[]): GradientValues => ({
  kind: "rows",
  indices: BigInt64Array.from(indices, BigInt),
  rows: Float32Array.from(values),
});

const close = (found: ArrayLike<number>, expected: readonly number[], digits = 6) => {
  expect(Array.from(found, (value) => Number(value.toPrecision(digits)))).toEqual(
    expected.map((value) => Number(value.toPrecision(digits))),
  );
};

describe("tables updated by rows", () => {
  const width = 3;
  const makeTable = (memory: "wasm" | "plain" = "wasm") => {
    const store = new ParameterStore({ seed: 4, memory });
    return store.declare("table", [5, width], normal(1));
  };

  test("a row that is read at each step moves as in a dense update, bit for bit", () => {
    const [lazy, whole] = [makeTable(), makeTable()];
    const [a, b] = [
      adamW([lazy], { learningRate: 0.1, weightDecay: 0.1 }),
      adamW([whole], { learningRate: 0.1, weightDecay: 0.1 }),
    ];
    const random = new Random(1);
    for (let step = 0; step < 5; step++) {
      const gradient = Array.from({ length: width }, () => random.normal());
      a.step(new Map([["table", rows([2], gradient)]]));
      const all = new Array<number>(5 * width).fill(0);
      all.splice(2 * width, width, ...gradient);
      b.step(new Map([["table", dense(...all)]]));
    }
    expect(lazy.values.slice(2 * width, 3 * width)).toEqual(whole.values.slice(2 * width, 3 * width));
    const untouched = makeTable().values;
    expect(lazy.values.slice(0, 2 * width)).toEqual(untouched.slice(0, 2 * width)); // neither moved nor decayed
  });

  test("memory fades while a row is not read: by hand", () => {
    const table = new ParameterStore().declare("table", [2, 1], constant(1));
    const optimiser = sgd([table], { learningRate: 1, momentum: 0.5 });
    optimiser.step(new Map([["table", rows([0], [1])]])); // row 0: m = 1, w = 1 − 1 = 0
    optimiser.step(new Map([["table", rows([1], [1])]])); // row 1: w = 0; row 0 stays
    optimiser.step(new Map([["table", rows([1], [0])]])); // row 1: m = 0.5, w = −0.5
    optimiser.step(new Map([["table", rows([0], [0])]])); // row 0: m = 1·0.5²·0.5 = 0.125, w = 0 − 0.125
    close(table.values, [-0.125, -0.5]);
  });

  test("memory after missed steps is that of dense updates with zeros", () => {
    const [lazy, whole] = [makeTable(), makeTable()];
    const [a, b] = [adamW([lazy], { learningRate: 0.1 }), adamW([whole], { learningRate: 0.1 })];
    const random = new Random(9);
    for (let step = 0; step < 30; step++) {
      const read = step === 29 ? [0, 1, 2, 3, 4] : [random.below(5), random.below(5)];
      const gradient = Array.from({ length: read.length * width }, () => random.normal());
      a.step(new Map([["table", rows(read, gradient)]]));
      const all = new Array<number>(5 * width).fill(0);
      read.forEach((row, i) => {
        for (let k = 0; k < width; k++) all[row * width + k]! += gradient[i * width + k]!;
      });
      b.step(new Map([["table", dense(...all)]]));
    }
    // fading in one factor rounds once, in many steps each time: equal to within a few units in the last place
    for (const use of ["first", "second"] as const) {
      lazy.companion(use).forEach((value, i) => {
        expect(Math.abs(value - whole.companion(use)[i]!)).toBeLessThan(1e-6);
      });
    }
  });

  test("a table may change between rows and dense", () => {
    const table = new ParameterStore().declare("table", [2, 1], constant(0));
    const optimiser = sgd([table], { learningRate: 1, momentum: 0.5 });
    optimiser.step(new Map([["table", rows([0], [4])]])); // row 0: m = 4, w = −4
    optimiser.step(new Map([["table", rows([1], [2])]])); // row 1: m = 2, w = −2
    optimiser.step(new Map([["table", dense(0, 0)]])); // m = 4·0.5·0.5 = 1 and 2·0.5 = 1: w = −5, −3
    close(table.values, [-5, -3]);
    optimiser.step(new Map([["table", rows([1], [0])]])); // row 1: m = 0.5, w = −3.5
    close(table.values, [-5, -3.5]);
  });

  test.each([
    ["short rows, whose plan does not fit beside the table", 5, 1],
    ["a table of one row", 1, 6],
    ["many rows", 300, 7],
  ])("in WebAssembly memory and in plain arrays the bits are the same: %s", (_, count, size) => {
    for (const make of [adamW, sgd]) {
      const [wasm, plain] = (["wasm", "plain"] as const).map((memory) => {
        const random = new Random(count);
        const table = new ParameterStore({ seed: 2, memory }).declare("table", [count, size], normal(1));
        const optimiser = make([table], { learningRate: 0.1, weightDecay: 0.1, momentum: 0.9, clipNorm: 1 });
        for (let step = 0; step < 20; step++) {
          const read = Array.from({ length: 2 * count }, () => random.below(count)).slice(
            random.below(count),
          );
          const gradient = Array.from({ length: read.length * size }, () => random.normal());
          optimiser.step(new Map([["table", rows(read, gradient)]]));
        }
        return { values: table.values, tensors: optimiser.state().tensors };
      });
      expect(wasm).toEqual(plain);
    }
  });
});
