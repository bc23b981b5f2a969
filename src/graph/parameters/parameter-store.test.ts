import { expect, test } from "vitest";
import { wasmKernelsFor } from "../kernels/wasm-kernels.ts";
import { constant, normal, ones, zeros } from "./initialiser.ts";
import { ParameterStore } from "./parameter-store.ts";

test("each parameter starts from the seed and its own name, whatever else is declared", () => {
  const alone = new ParameterStore({ seed: 7 });
  alone.declare("b", [5], normal(1));
  const together = new ParameterStore({ seed: 7 });
  together.declare("a", [3], normal(1));
  together.declare("b", [5], normal(1));
  expect(together.get("b").values).toEqual(alone.get("b").values);
  expect(together.get("a").values).not.toEqual(together.get("b").values.slice(0, 3));
  expect(new ParameterStore({ seed: 8 }).declare("b", [5], normal(1)).values).not.toEqual(
    alone.get("b").values,
  );
});

test("WebAssembly and plain memory start with the same bits", () => {
  const wasm = new ParameterStore({ seed: 3, memory: "wasm" }).declare("w", [7, 3], normal(0.02));
  const plain = new ParameterStore({ seed: 3, memory: "plain" }).declare("w", [7, 3], normal(0.02));
  expect(wasm.values).toEqual(plain.values);
  expect(wasmKernelsFor(wasm.values.buffer)).toBeDefined();
  expect(wasmKernelsFor(plain.values.buffer)).toBeUndefined();
});

test.each(["wasm", "plain"] as const)("companions are zeros of the same size, kept apart (%s)", (memory) => {
  const store = new ParameterStore({ memory });
  const a = store.declare("a", [3], ones);
  const b = store.declare("b", [2], constant(2));
  a.companion("gradient").fill(5);
  a.companion("first").fill(6);
  b.companion("second").fill(7);
  expect([...a.values]).toEqual([1, 1, 1]);
  expect([...a.companion("gradient")]).toEqual([5, 5, 5]);
  expect([...a.companion("first")]).toEqual([6, 6, 6]);
  expect([...a.companion("second")]).toEqual([0, 0, 0]);
  expect([...b.values]).toEqual([2, 2]);
  expect([...b.companion("gradient")]).toEqual([0, 0]);
  expect([...b.companion("second")]).toEqual([7, 7]);
  if (memory === "wasm") expect(a.companion("gradient").buffer).toBe(a.values.buffer);
});

test("a full memory is followed by another; views handed out before stay valid", () => {
  const store = new ParameterStore();
  const first = store.declare("first", [10], ones).values;
  // 5 tensors (weights and four companions) of 4 MB each do not fit into the first block of 4 MB.
  const large = store.declare("large", [1 << 20], constant(3)).values;
  const after = store.declare("after", [10], constant(4)).values;
  expect(large.buffer).not.toBe(first.buffer);
  expect([first[9], large[(1 << 20) - 1], after[0]]).toEqual([1, 3, 4]);
});

test("a store for inference reserves no companions", () => {
  const parameter = new ParameterStore({ training: false }).declare("w", [1], zeros);
  expect(() => parameter.companion("gradient")).toThrow("no room was reserved");
});

test("the same name with the same shape is the same parameter; with another shape, an error", () => {
  const store = new ParameterStore();
  const shared = store.declare("w", [2, 3], ones);
  expect(store.declare("w", [2, 3], zeros)).toBe(shared);
  expect(() => store.declare("w", [3, 2], ones)).toThrow('"w" is declared with shape [3,2] and with [2,3]');
  expect(() => store.declare("x", [-1], ones)).toThrow("impossible shape [-1]");
  expect(() => store.get("y")).toThrow('there is no parameter "y"');
});

test("names like __proto__ are names", () => {
  const store = new ParameterStore();
  store.declare("__proto__", [1], constant(5));
  expect(store.names()).toEqual(["__proto__"]);
  expect(store.get("__proto__").values[0]).toBe(5);
  expect(store.has("constructor")).toBe(false);
});

test("frozen patterns decide what is trained and counted", () => {
  const store = new ParameterStore();
  store.declare("encoder.0.weight", [4, 5], zeros);
  store.declare("encoder.0.bias", [5], zeros);
  store.declare("head.weight", [5, 2], zeros);
  expect(store.freeze(["encoder.*"])).toEqual(["encoder.0.weight", "encoder.0.bias"]);
  expect(store.trainable().map(({ name }) => name)).toEqual(["head.weight"]);
  expect(store.count()).toEqual({ all: 35, trainable: 10 }); // 20 + 5 + 10
  store.freeze([]);
  expect(store.count().trainable).toBe(35);
});

test("restore brings back every bit, in place", () => {
  const store = new ParameterStore();
  const values = store.declare("w", [4], zeros).values;
  values.set([2 ** -149, -0, Infinity, 0.1]);
  const before = new Uint32Array(values.slice().buffer);
  const snapshot = store.snapshot();
  values.fill(9);
  store.restore(snapshot);
  expect(new Uint32Array(values.slice().buffer)).toEqual(before);
  expect(store.get("w").values).toBe(values);
  store.declare("later", [1], zeros);
  expect(() => store.restore(snapshot)).toThrow('does not fit parameter "later"');
});

test("a clone has the same values and goes its own way", () => {
  const store = new ParameterStore({ seed: 1 });
  store.declare("w", [3], normal(1)).values[0] = 42;
  store.freeze(["w"]);
  const copy = store.clone({ memory: "plain" });
  expect(copy.get("w").values).toEqual(store.get("w").values);
  expect(copy.isFrozen("w")).toBe(true);
  copy.get("w").values[0] = 0;
  expect(store.get("w").values[0]).toBe(42);
});
