import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { UserError } from "../../errors.ts";
import { constant, normal, zeros } from "./initialiser.ts";
import { loadParameters, saveParameters } from "./load-parameters.ts";
import { ParameterStore } from "./parameter-store.ts";
import { SafetensorsFile, type StoredTensor } from "./safetensors-file.ts";
import { writeSafetensors } from "./write-safetensors.ts";

let folder: string;
let path: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lacuna-parameters-"));
  path = join(folder, "model.safetensors");
});
afterAll(() => rm(folder, { recursive: true }));

function model(seed: number, memory: "wasm" | "plain" = "wasm"): ParameterStore {
  const store = new ParameterStore({ seed, memory });
  store.declare("layer.weight", [3, 4], normal(1));
  store.declare("layer.bias", [4], normal(1));
  return store;
}

test.each(["wasm", "plain"] as const)("saved weights come back bit for bit (%s)", async (memory) => {
  const store = model(1, memory);
  store.get("layer.bias").values.set([2 ** -149, -0, NaN, Infinity]);
  await saveParameters(store, path, { metadata: new Map([["made by", "a test"]]) });
  const other = model(2, memory);
  const place = other.get("layer.bias").values;
  expect(await loadParameters(other, path)).toEqual({
    loaded: ["layer.weight", "layer.bias"],
    missing: [],
    extra: [],
  });
  expect(other.snapshot()).toEqual(store.snapshot());
  expect(other.get("layer.bias").values).toBe(place);
  const file = await SafetensorsFile.open(path);
  expect(file.metadata.get("made by")).toBe("a test");
  await file.close();
});

test("parameters may have other names in the file, and other formats", async () => {
  await writeSafetensors(
    path,
    new Map<string, StoredTensor>([
      ["bert.w", { dtype: "BF16", shape: [2], data: Uint16Array.of(0x3f80, 0xc000) }],
      ["bert.pooler", { dtype: "I64", shape: [1], data: BigInt64Array.of(1n) }],
    ]),
  );
  const store = new ParameterStore();
  store.declare("w", [2], constant(0));
  store.declare("head", [1], constant(3));
  const report = await loadParameters(store, path, {
    rename: (name) => (name === "head" ? undefined : `bert.${name}`),
    extra: "ignore",
  });
  expect(report).toEqual({ loaded: ["w"], missing: ["head"], extra: ["bert.pooler"] });
  expect([...store.get("w").values, ...store.get("head").values]).toEqual([1, -2, 3]);
});

test("what does not fit is refused before any value changes", async () => {
  const write = (tensors: [string, StoredTensor][]) => writeSafetensors(path, new Map(tensors));
  const store = new ParameterStore();
  store.declare("a", [2], constant(1));
  store.declare("b", [2, 1], constant(1));
  const a: [string, StoredTensor] = ["a", { dtype: "F32", shape: [2], data: Float32Array.of(5, 5) }];
  const f32 = (shape: number[]): StoredTensor => ({ dtype: "F32", shape, data: new Float32Array(2) });

  await write([a]);
  await expect(loadParameters(store, path)).rejects.toThrow(/model.safetensors" lacks "b"$/);
  await write([a, ["b", f32([1, 2])]]);
  await expect(loadParameters(store, path)).rejects.toThrow(
    /^tensor "b" of ".*" has shape \[1,2\], but this model needs \[2,1\]$/,
  );
  await write([a, ["b", f32([2, 1])], ["c", f32([2])]]);
  await expect(loadParameters(store, path)).rejects.toThrow(/tensors that are not in this model: "c"$/);
  await write([a, ["b", { dtype: "I32", shape: [2, 1], data: new Int32Array(2) }]]);
  await expect(loadParameters(store, path)).rejects.toThrow(UserError);
  expect([...store.get("a").values]).toEqual([1, 1]);

  await write([a]);
  expect((await loadParameters(store, path, { missing: "keep" })).missing).toEqual(["b"]);
  expect([...store.get("a").values]).toEqual([5, 5]);
});

test("8-bit rows are read as the numbers that they stand for", async () => {
  const path = join(folder, "int8.safetensors");
  const store = new ParameterStore();
  // Steps of 0.01 and of 2: all but 0.504 lie on the grid.
  store.declare("w", [2, 2], (values) => values.set([1.27, 0.504, -254, 4]));
  store.declare("b", [2], (values) => values.set([0.1, 0.2]));
  await saveParameters(store, path, { int8: new Set(["w"]) });
  const again = new ParameterStore();
  again.declare("w", [2, 2], zeros);
  again.declare("b", [2], zeros);
  expect((await loadParameters(again, path)).loaded).toEqual(["w", "b"]);
  for (const [i, value] of [1.27, 0.5, -254, 4].entries())
    expect(again.get("w").values[i]).toBeCloseTo(value, 5);
  expect([...again.get("b").values]).toEqual([...store.get("b").values]);
});
