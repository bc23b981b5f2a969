import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { UserError } from "../../errors.ts";
import { Random } from "../../random.ts";
import { normal } from "../parameters/initialiser.ts";
import { ParameterStore } from "../parameters/parameter-store.ts";
import { SafetensorsFile, type StoredTensor } from "../parameters/safetensors-file.ts";
import { writeSafetensors } from "../parameters/write-safetensors.ts";
import { adamW } from "./adamw.ts";
import type { GradientsByName, GradientValues, Optimiser, OptimiserInfo } from "./optimiser.ts";
import { sgd } from "./sgd.ts";

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
    adamW(store, {
      learningRate: 0.01,
      weightDecay: 0.1,
      clipNorm: 3,
      groups: [{ match: ["bias"], weightDecay: 0 }],
    }),
  sgd: (store) => sgd(store, { learningRate: 0.01, momentum: 0.9, nesterov: true, clipNorm: 3 }),
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
  const optimiser = adamW(store, { learningRate: 0.1 });
  train(store, optimiser, new Random(1), 2);
  const { info, tensors } = optimiser.state();
  expect(() => sgd(store, { learningRate: 0.1 }).restore({ info, tensors })).toThrow(
    new UserError('the optimiser state is of kind "adamw", but the optimiser is "sgd"'),
  );
  const lacking = new Map(tensors);
  lacking.delete("second/bias");
  expect(() => optimiser.restore({ info, tensors: lacking })).toThrow(
    'the optimiser state lacks tensor "second/bias" of shape [5]',
  );
});
