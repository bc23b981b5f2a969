import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { UserError } from "../../errors.ts";
import { Random } from "../../random.ts";
import { constant, normal, zeros } from "../parameters/initialiser.ts";
import { type Parameter, ParameterStore } from "../parameters/parameter-store.ts";
import { SafetensorsFile, type StoredTensor } from "../parameters/safetensors-file.ts";
import { writeSafetensors } from "../parameters/write-safetensors.ts";
import { adamW } from "./adamw.ts";
import type { GradientsByName, GradientValues, Optimiser, OptimiserInfo } from "./optimiser.ts";
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
    const optimiser = adamW([w], { rate: 0.1, decay: 0.5 });
    optimiser.step(new Map([["w", dense(0.5, -3)]]));
    // m = 0.1·g, over 1 − 0.9 gives g; v = 0.001·g², over 1 − 0.999 gives g²; g/√g² = sign(g)
    // w = (1 − 0.1·0.5)·w − 0.1·sign(g):  0.95 − 0.1 = 0.85,  −1.9 + 0.1 = −1.8
    close(w.values, [0.85, -1.8]);
  });

  test("AdamW: the second step", () => {
    const w = one(1);
    const optimiser = adamW([w], { rate: 0.1, beta1: 0.5, beta2: 0.75, epsilon: 0.1 });
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
    const optimiser = sgd([w], { rate: 0.1, momentum: 0.5 });
    optimiser.step(new Map([["w", dense(2)]]));
    close(w.values, [0.8]); // m = 2; 1 − 0.1·2
    optimiser.step(new Map([["w", dense(1)]]));
    close(w.values, [0.6]); // m = 0.5·2 + 1 = 2; 0.8 − 0.1·2
  });

  test("SGD: Nesterov looks ahead, decay joins the gradient", () => {
    const w = one(1);
    const optimiser = sgd([w], { rate: 0.1, momentum: 0.5, nesterov: true, decay: 0.5 });
    optimiser.step(new Map([["w", dense(2)]]));
    // g = 2 + 0.5·1 = 2.5; m = 2.5; w = 1 − 0.1·(2.5 + 0.5·2.5) = 1 − 0.375
    close(w.values, [0.625]);
  });

  test("the rate factor of a schedule scales every rate", () => {
    const w = one(1);
    sgd([w], { rate: 0.1 }).step(new Map([["w", dense(2)]]), 0.25);
    close(w.values, [0.95]); // 1 − 0.1·0.25·2
  });
});

describe("groups and clipping", () => {
  test("the first group that matches sets rate and decay", () => {
    const store = new ParameterStore();
    for (const name of ["a.weight", "a.bias", "b.bias"]) store.declare(name, [1], constant(1));
    const optimiser = sgd(store, {
      rate: 0.1,
      decay: 0.5,
      groups: [
        { match: ["b.*"], rate: 1 },
        { match: ["*.bias"], decay: 0 },
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
    const optimiser = sgd(store, { rate: 1, maxNorm: 1.3 });
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
    const optimiser = adamW([w], { rate: 0.1, maxNorm: 1 });
    expect(optimiser.step(new Map([["w", dense(Infinity)]]))).toEqual({ norm: Infinity, applied: false });
    expect(optimiser.step(new Map([["w", dense(NaN)]]))).toEqual({ norm: NaN, applied: false });
    expect([...w.values]).toEqual([1]);
    expect(optimiser.state().info.updates).toEqual([["w", 0]]);
  });

  test("gradients of strangers and of the wrong size are bugs", () => {
    const optimiser = adamW([one(1)], { rate: 0.1 });
    expect(() => optimiser.step(new Map([["v", dense(1)]]))).toThrow('"v", which is not optimised');
    expect(() => optimiser.step(new Map([["w", dense(1, 2)]]))).toThrow("has 2 numbers, not 1");
  });
});

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
        rate: 0.01,
        decay: 0.1,
        beta2: 0.98,
        epsilon: 1e-6,
        groups: [{ match: ["*.bias"], rate: 0.02, decay: 0 }],
      }),
    "adamw clipped, falling rate": (store) => adamW(store, { rate: 0.01, decay: 0.01, maxNorm: 1 }),
    sgd: (store) =>
      sgd(store, {
        rate: 0.01,
        decay: 0.1,
        momentum: 0.9,
        groups: [{ match: ["*.bias"], rate: 0.02, decay: 0 }],
      }),
    "sgd nesterov": (store) => sgd(store, { rate: 0.01, momentum: 0.8, nesterov: true }),
    "sgd without momentum": (store) => sgd(store, { rate: 0.1, decay: 0.01 }),
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

describe("tables updated by rows", () => {
  const width = 3;
  const makeTable = (memory: "wasm" | "plain" = "wasm") => {
    const store = new ParameterStore({ seed: 4, memory });
    return store.declare("table", [5, width], normal(1));
  };

  test("a row that is read at each step moves as in a dense update, bit for bit", () => {
    const [lazy, whole] = [makeTable(), makeTable()];
    const [a, b] = [adamW([lazy], { rate: 0.1, decay: 0.1 }), adamW([whole], { rate: 0.1, decay: 0.1 })];
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
    const optimiser = sgd([table], { rate: 1, momentum: 0.5 });
    optimiser.step(new Map([["table", rows([0], [1])]])); // row 0: m = 1, w = 1 − 1 = 0
    optimiser.step(new Map([["table", rows([1], [1])]])); // row 1: w = 0; row 0 stays
    optimiser.step(new Map([["table", rows([1], [0])]])); // row 1: m = 0.5, w = −0.5
    optimiser.step(new Map([["table", rows([0], [0])]])); // row 0: m = 1·0.5²·0.5 = 0.125, w = 0 − 0.125
    close(table.values, [-0.125, -0.5]);
  });

  test("memory after missed steps is that of dense updates with zeros", () => {
    const [lazy, whole] = [makeTable(), makeTable()];
    const [a, b] = [adamW([lazy], { rate: 0.1 }), adamW([whole], { rate: 0.1 })];
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
    const optimiser = sgd([table], { rate: 1, momentum: 0.5 });
    optimiser.step(new Map([["table", rows([0], [4])]])); // row 0: m = 4, w = −4
    optimiser.step(new Map([["table", rows([1], [2])]])); // row 1: m = 2, w = −2
    optimiser.step(new Map([["table", dense(0, 0)]])); // m = 4·0.5·0.5 = 1 and 2·0.5 = 1: w = −5, −3
    close(table.values, [-5, -3]);
    optimiser.step(new Map([["table", rows([1], [0])]])); // row 1: m = 0.5, w = −3.5
    close(table.values, [-5, -3.5]);
  });
});

/** Some steps of a model with dense weights, a bias and a table, with gradients drawn from `random`. */
function train(store: ParameterStore, optimiser: Optimiser, random: Random, steps: number): void {
  const draw = (count: number) => Float32Array.from({ length: count }, () => random.normal());
  for (let step = 0; step < steps; step++) {
    const indices = BigInt64Array.from({ length: 6 }, () => BigInt(random.below(20)));
    const gradients: GradientsByName = new Map<string, GradientValues>([
      ["weight", { kind: "dense", values: draw(63) }],
      ["bias", { kind: "dense", values: draw(5) }],
      ["table", { kind: "rows", indices, rows: draw(24) }],
    ]);
    optimiser.step(gradients, 1 - step / 100);
  }
  expect(store.count().all).toBe(63 + 5 + 80);
}

function makeStore(memory: "wasm" | "plain" = "wasm"): ParameterStore {
  const store = new ParameterStore({ seed: 11, memory });
  store.declare("weight", [7, 9], normal(1));
  store.declare("bias", [5], normal(1));
  store.declare("table", [20, 4], normal(1));
  return store;
}

const optimisers: Record<string, (store: ParameterStore) => Optimiser> = {
  adamW: (store) =>
    adamW(store, { rate: 0.01, decay: 0.1, maxNorm: 3, groups: [{ match: ["bias"], decay: 0 }] }),
  sgd: (store) => sgd(store, { rate: 0.01, momentum: 0.9, nesterov: true, maxNorm: 3 }),
};

describe.each(Object.keys(optimisers))("%s", (name) => {
  const make = optimisers[name]!;

  test("WebAssembly and plain memory train to the same bits", () => {
    const [wasm, plain] = [makeStore("wasm"), makeStore("plain")];
    train(wasm, make(wasm), new Random(5), 25);
    train(plain, make(plain), new Random(5), 25);
    expect(wasm.snapshot()).toEqual(plain.snapshot());
    expect(wasm.snapshot()).not.toEqual(makeStore().snapshot());
  });

  test("state through a file goes on to the same bits", async () => {
    const store = makeStore();
    const optimiser = make(store);
    const random = new Random(8);
    train(store, optimiser, random, 10);

    const folder = await mkdtemp(join(tmpdir(), "lacuna-optimiser-"));
    const path = join(folder, "optimiser.safetensors");
    const { info, tensors } = optimiser.state();
    await writeSafetensors(path, tensors);
    const text = JSON.stringify(info);
    const weights = store.snapshot();
    const randomState = random.state();
    train(store, optimiser, random, 10);

    const file = await SafetensorsFile.open(path);
    const read = new Map<string, StoredTensor>();
    for (const key of file.tensors.keys()) read.set(key, await file.read(key));
    await file.close();
    await rm(folder, { recursive: true });

    const resumed = makeStore();
    resumed.restore(weights);
    const again = make(resumed);
    // Steps of another run before: all of it must be forgotten.
    train(resumed, again, new Random(1), 3);
    resumed.restore(weights);
    again.restore({ info: JSON.parse(text) as OptimiserInfo, tensors: read });
    train(resumed, again, new Random(randomState), 10);
    expect(resumed.snapshot()).toEqual(store.snapshot());
  });

  test("a new optimiser on the same parameters starts from nothing", () => {
    const [used, fresh] = [makeStore(), makeStore()];
    const start = used.snapshot();
    train(used, make(used), new Random(2), 5);
    used.restore(start);
    train(used, make(used), new Random(3), 5);
    train(fresh, make(fresh), new Random(3), 5);
    expect(used.snapshot()).toEqual(fresh.snapshot());
  });
});

test("a state that does not fit is refused", () => {
  const store = makeStore();
  const optimiser = adamW(store, { rate: 0.1 });
  train(store, optimiser, new Random(1), 2);
  const { info, tensors } = optimiser.state();
  expect(() => sgd(store, { rate: 0.1 }).restore({ info, tensors })).toThrow(
    new UserError('the optimiser state is of kind "adamw", but the optimiser is "sgd"'),
  );
  const lacking = new Map(tensors);
  lacking.delete("second/bias");
  expect(() => optimiser.restore({ info, tensors: lacking })).toThrow(
    'the optimiser state lacks tensor "second/bias" of shape [5]',
  );
});
