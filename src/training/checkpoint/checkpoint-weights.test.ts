import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { smallCheckpoint } from "../../../test/support/models/small-checkpoint.ts";
import {
  adamW,
  type GradientValues,
  initialise,
  type Optimiser,
  ParameterStore,
  type StoredTensor,
} from "../../graph/index.ts";
import { Random } from "../../random.ts";
import type { JsonValue } from "./checkpoint.ts";
import { CheckpointFolder } from "./checkpoint-folder.ts";
import { checkpointWeights, snapshotOf } from "./checkpoint-weights.ts";

let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "lacuna-checkpoint-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

/** A tiny run: a table that is updated by rows and a dense matrix. */
function startRun(): { store: ParameterStore; optimiser: Optimiser; train: (step: number) => void } {
  const store = new ParameterStore({ seed: 7 });
  store.declare("table", [6, 2], initialise.normal(1));
  store.declare("__proto__", [3, 2], initialise.normal(1));
  store.declare("frozen", [2], initialise.normal(1));
  store.freeze(["frozen"]);
  const optimiser = adamW(store.trainable(), { learningRate: 0.1, weightDecay: 0.01 });
  const train = (step: number) => {
    const random = new Random(step);
    const numbers = (length: number) => Float32Array.from({ length }, () => random.normal());
    optimiser.step(
      new Map<string, GradientValues>([
        ["table", { kind: "rows", indices: Int32Array.of(step % 6, (2 * step) % 6), rows: numbers(4) }],
        ["__proto__", { kind: "dense", values: numbers(6) }],
      ]),
    );
  };
  return { store, optimiser, train };
}

const bitsOf = (store: ParameterStore) =>
  [...store].map(({ name, values }) => [name, ...new Uint32Array(values.slice().buffer)]);

describe("a run that goes on from a checkpoint", () => {
  test("ends with the same bits as one that was never stopped, rows that were read long ago included", async () => {
    const through = startRun();
    for (let step = 1; step <= 9; step++) through.train(step);

    const first = startRun();
    for (let step = 1; step <= 4; step++) first.train(step);
    await new CheckpointFolder(dir).save({
      step: 4,
      weights: checkpointWeights(first.store),
      optimiser: first.optimiser.state(),
      state: null,
    });
    const loaded = (await new CheckpointFolder(dir).load())!;
    expect([...loaded.optimiser.tensors.keys()].sort()).toEqual([
      "first/__proto__",
      "first/table",
      "read/table",
      "second/__proto__",
      "second/table",
    ]);
    expect(loaded.best).toBeUndefined();

    const second = startRun();
    second.store.restore(snapshotOf(second.store, loaded.weights));
    second.optimiser.restore(loaded.optimiser);
    for (let step = loaded.step + 1; step <= 9; step++) second.train(step);
    expect(bitsOf(second.store)).toEqual(bitsOf(through.store));
    expect(bitsOf(second.store)).not.toEqual(bitsOf(first.store));
  });

  test("gets its best weights back, which are not the current ones", async () => {
    const { store, optimiser, train } = startRun();
    const best = store.snapshot();
    train(1);
    const weights = checkpointWeights(store);
    const checkpoint = { step: 1, weights, optimiser: optimiser.state(), state: null };
    await new CheckpointFolder(dir).save({ ...checkpoint, best: checkpointWeights(store, best) }, 0);
    const loaded = (await new CheckpointFolder(dir).load())!;
    expect(snapshotOf(store, loaded.best!)).toEqual(best);
    expect(snapshotOf(store, loaded.weights)).toEqual(store.snapshot());
  });

  test("keeps every pattern of bits, such as −0, infinities and NaN with a payload", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint32Array({ maxLength: 20 }), fc.jsonValue(), async (bits, state) => {
        const data = new Float32Array(Uint32Array.from(bits).buffer);
        const weights = new Map<string, StoredTensor>([["w", { dtype: "F32", shape: [bits.length], data }]]);
        const folder = new CheckpointFolder(dir);
        await folder.save({ ...smallCheckpoint(1), weights, state: state as JsonValue });
        const loaded = (await folder.load())!;
        const { buffer } = loaded.weights.get("w")!.data;
        expect(new Uint32Array(buffer as ArrayBuffer)).toEqual(bits);
        expect(JSON.stringify(loaded.state)).toBe(JSON.stringify(state));
      }),
      { numRuns: 15 },
    );
  });

  test("is refused for another model", async () => {
    const { store } = startRun();
    const weights = checkpointWeights(store);
    const without = new Map([...weights].filter(([name]) => name !== "frozen"));
    expect(() => snapshotOf(store, without)).toThrow(
      'the checkpoint does not fit the model: it lacks the weights "frozen"',
    );
    const more = new Map([...weights, ["more", weights.get("frozen")!]]);
    expect(() => snapshotOf(store, more)).toThrow('it has weights "more", which the model lacks');
    const data = new Float32Array(12);
    const turned = new Map([...weights, ["table", { dtype: "F32" as const, shape: [2, 6], data }]]);
    expect(() => snapshotOf(store, turned)).toThrow('its weights "table" are F32 [2,6], not F32 [6,2]');
  });
});
