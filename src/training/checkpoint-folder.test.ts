import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  adamW,
  type GradientValues,
  initialise,
  type Optimiser,
  ParameterStore,
  type StoredTensor,
} from "../graph/index.ts";
import { Random } from "../random.ts";
import type { Checkpoint, JsonValue } from "./checkpoint.ts";
import { CheckpointFolder } from "./checkpoint-folder.ts";
import { checkpointWeights, snapshotOf } from "./checkpoint-weights.ts";

let dir: string;
const at = (...names: string[]) => join(dir, "checkpoints", ...names);
const names = () => readdirSync(at()).sort();

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
  const optimiser = adamW(store.trainable(), { rate: 0.1, decay: 0.01 });
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

function simple(step: number, best?: number): Checkpoint {
  const tensor = (value: number): ReadonlyMap<string, StoredTensor> =>
    new Map([["w", { dtype: "F32", shape: [1], data: Float32Array.of(value) }]]);
  return {
    step,
    weights: tensor(step),
    optimiser: { info: { kind: "sgd", updates: [["w", step]] }, tensors: tensor(-step) },
    ...(best === undefined ? {} : { best: tensor(best) }),
    state: { step },
  };
}

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
        await folder.save({ ...simple(1), weights, state: state as JsonValue });
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

test("numbers that JSON cannot hold are refused, and nothing is left behind", async () => {
  const folder = new CheckpointFolder(dir);
  const state = { score: Number.NEGATIVE_INFINITY };
  await expect(folder.save({ ...simple(1), state })).rejects.toThrow('has -Infinity at "score"');
  expect(names()).toEqual([]);
  expect(await folder.load()).toBeUndefined();
});

describe("what is kept", () => {
  test("the newest two, with a manifest that lists all files", async () => {
    const folder = new CheckpointFolder(dir);
    expect(await folder.load()).toBeUndefined();
    for (const step of [5, 10, 99_999_999, 100_000_000]) await folder.save(simple(step, 1));
    expect(names()).toEqual(["step-100000000", "step-99999999"]);
    expect((await folder.load())!.step).toBe(100_000_000);
    expect(readdirSync(at("step-99999999")).sort()).toEqual([
      "best.safetensors",
      "manifest.json",
      "optimiser.safetensors",
      "state.json",
      "weights.safetensors",
    ]);
  });

  test("none of later steps, which are from a run that went back", async () => {
    const folder = new CheckpointFolder(dir);
    for (const step of [10, 20]) await folder.save(simple(step));
    await folder.save(simple(15));
    expect(names()).toEqual(["step-00000010", "step-00000015"]);
  });

  test("the one that was gone back to, not the damaged one", async () => {
    const folder = new CheckpointFolder(dir);
    for (const step of [10, 20]) await folder.save(simple(step));
    truncateSync(at("step-00000020", "state.json"), 3);
    expect((await folder.load())!.step).toBe(10);
    await folder.save(simple(30));
    expect(names()).toEqual(["step-00000010", "step-00000030"]);
  });

  test("the same step can be saved again", async () => {
    const folder = new CheckpointFolder(dir);
    await folder.save(simple(10));
    await folder.save({ ...simple(10), state: "again" });
    expect(names()).toEqual(["step-00000010"]);
    expect((await folder.load())!.state).toBe("again");
  });

  test("nothing after clear, also where there was nothing", async () => {
    const folder = new CheckpointFolder(dir);
    await folder.clear();
    await folder.save(simple(10));
    await folder.clear();
    expect([await folder.load(), readdirSync(dir)]).toEqual([undefined, []]);
  });
});

describe("best weights", () => {
  const inode = (step: string) => statSync(at(step, "best.safetensors")).ino;
  const bestOf = async (folder = new CheckpointFolder(dir)) =>
    [...(await folder.load())!.best!.values()].map(({ data }) => data[0]);

  test("are linked while their version stays the same, also after a restart", async () => {
    const folder = new CheckpointFolder(dir);
    await folder.save(simple(10, 0.5), 7);
    await folder.save(simple(20, 0.5), 7);
    expect(inode("step-00000010")).toBe(inode("step-00000020"));
    const resumed = new CheckpointFolder(dir);
    await resumed.load();
    await resumed.save(simple(30, 0.5), 7);
    expect(inode("step-00000020")).toBe(inode("step-00000030"));
    expect(await bestOf()).toEqual([0.5]);
  });

  test("are written when they are others, when nothing is known of them, and when the link would be to damage", async () => {
    const folder = new CheckpointFolder(dir);
    await folder.save(simple(10, 0.5), 7);
    await folder.save(simple(20, 0.25), 20);
    expect(await bestOf()).toEqual([0.25]);
    await new CheckpointFolder(dir).save(simple(30, 0.75), 20); // never loaded: may be another run
    expect(await bestOf()).toEqual([0.75]);
    await folder.load();
    const file = at("step-00000030", "best.safetensors");
    const bytes = readFileSync(file);
    bytes[bytes.length - 1]! ^= 1;
    writeFileSync(file, bytes);
    await folder.save(simple(40, 0.75), 20);
    expect(await bestOf()).toEqual([0.75]);
    await folder.save(simple(50), 20); // the best are the current ones
    expect((await folder.load())!.best).toBeUndefined();
    await folder.save(simple(60, 0.75), 20);
    expect(await bestOf()).toEqual([0.75]);
  });
});

describe("damage", () => {
  const newest = "step-00000020";
  const flip = (name: string, place: (length: number) => number) => {
    const bytes = readFileSync(at(newest, name));
    bytes[place(bytes.length)]! ^= 0x10;
    writeFileSync(at(newest, name), bytes);
  };
  const files = [
    "weights.safetensors",
    "optimiser.safetensors",
    "best.safetensors",
    "state.json",
    "manifest.json",
  ];
  const harms: [string, (name: string) => void][] = [
    ["missing", (name) => rmSync(at(newest, name))],
    ["cut", (name) => truncateSync(at(newest, name), statSync(at(newest, name)).size - 2)],
    ["empty", (name) => truncateSync(at(newest, name), 0)],
    ["with a bit flipped at its start", (name) => flip(name, () => 0)],
    ["with a bit flipped at its end", (name) => flip(name, (length) => length - 2)],
  ];
  const cases = files.flatMap((name) => harms.map(([what, harm]) => [name, what, harm] as const));

  test.each(cases)("%s %s: the older checkpoint is taken and the path told", async (name, _, harm) => {
    const told: string[][] = [];
    const folder = new CheckpointFolder(dir, { onDamaged: (...damage) => told.push(damage) });
    await folder.save(simple(10, 0.5));
    await folder.save(simple(20, 0.25));
    harm(name);
    expect((await folder.load())!.step).toBe(10);
    expect(told.map(([path]) => path)).toEqual([at(newest)]);
    expect(told[0]![1]).toContain(name === "manifest.json" ? "manifest" : name);
  });

  test("of all leaves none", async () => {
    const folder = new CheckpointFolder(dir);
    await folder.save(simple(20));
    flip("weights.safetensors", () => 9);
    expect(await folder.load()).toBeUndefined();
  });

  test("to the manifest's claim of a format of the future is told", async () => {
    const told: string[] = [];
    const folder = new CheckpointFolder(dir, { onDamaged: (_, reason) => told.push(reason) });
    await folder.save(simple(20));
    const text = readFileSync(at(newest, "manifest.json"), "utf8");
    writeFileSync(at(newest, "manifest.json"), text.replace('"format": 1', '"format": 2'));
    expect(await folder.load()).toBeUndefined();
    expect(told[0]).toMatch(/has format 2, but this version reads format 1$/);
  });
});

describe("what a kill leaves behind", () => {
  test("temporary folders, half or whole, are ignored by load and removed by save", async () => {
    const entries = ["manifest.json", "optimiser.safetensors", "state.json", "weights.safetensors"];
    const other = mkdtempSync(join(tmpdir(), "lacuna-checkpoint-"));
    await new CheckpointFolder(other).save(simple(90));
    const whole = join(other, "checkpoints", "step-00000090");
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 99 }), fc.subarray(entries)), { maxLength: 4 }),
        async (leftovers) => {
          const folder = new CheckpointFolder(dir);
          await folder.clear();
          await folder.save(simple(10));
          leftovers.forEach(([step, kept], i) => {
            const name = `.step-${String(step).padStart(8, "0")}.${String(i).padStart(12, "0")}.tmp`;
            mkdirSync(at(name));
            for (const entry of kept) cpSync(join(whole, entry), at(name, entry));
          });
          expect((await folder.load())!.step).toBe(10);
          expect(names().length).toBe(1 + leftovers.length);
          await folder.save(simple(20));
          expect(names()).toEqual(["step-00000010", "step-00000020"]);
        },
      ),
      { numRuns: 10 },
    );
    rmSync(other, { recursive: true });
  });

  test("a checkpoint that had stepped aside for another of the same step is still found, and pruned in its turn", async () => {
    const folder = new CheckpointFolder(dir);
    await folder.save(simple(10));
    await folder.save(simple(20));
    renameSync(at("step-00000020"), at(".step-00000020.old"));
    expect((await folder.load())!.step).toBe(20);
    await folder.save(simple(30));
    expect(names()).toEqual([".step-00000020.old", "step-00000030"]);
    await folder.save(simple(40));
    expect(names()).toEqual(["step-00000030", "step-00000040"]);
  });

  test("checkpoints that were being cleared are gone", async () => {
    const folder = new CheckpointFolder(dir);
    await folder.save(simple(10));
    renameSync(at(), join(dir, ".checkpoints.0123456789ab.tmp"));
    expect(await folder.load()).toBeUndefined();
    await folder.clear();
    expect(readdirSync(dir)).toEqual([]);
  });

  test("a write that fails at any tensor keeps the checkpoint before it", async () => {
    const folder = new CheckpointFolder(dir);
    await folder.save(simple(10, 0.5));
    const broken = new Map<string, StoredTensor>([
      ["w", { dtype: "F32", shape: [2], data: Float32Array.of(1) }],
    ]);
    const next = simple(20, 0.25);
    for (const bad of [
      { ...next, weights: broken },
      { ...next, optimiser: { ...next.optimiser, tensors: broken } },
      { ...next, best: broken },
    ]) {
      await expect(folder.save(bad)).rejects.toThrow('"w" has 4 bytes');
      expect(names()).toEqual(["step-00000010"]);
      expect((await folder.load())!.step).toBe(10);
    }
  });
});

test("a folder that cannot be written to is told", async () => {
  writeFileSync(join(dir, "checkpoints"), "a file");
  await expect(new CheckpointFolder(dir).save(simple(1))).rejects.toThrow(
    /^cannot write ".*checkpoints": EEXIST/,
  );
  expect(existsSync(join(dir, "checkpoints"))).toBe(true);
});
