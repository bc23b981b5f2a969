import { afterEach, expect, test, vi } from "vitest";
import { wasmBuffer, wasmKernelsFor } from "./wasm-kernels.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test("a buffer is zeroed and large enough", () => {
  const buffer = wasmBuffer(100_000)!;
  expect(buffer.byteLength).toBe(131_072); // two pages of 65,536 bytes
  expect(new Uint8Array(buffer).every((byte) => byte === 0)).toBe(true);
  expect(wasmBuffer(0)!.byteLength).toBe(65_536);
});

test("more than WebAssembly can address is refused, not attempted", () => {
  expect(wasmBuffer(2 ** 32 + 1)).toBeUndefined();
});

test.each([
  ["there is no WebAssembly", undefined],
  [
    "SIMD is not supported",
    {
      Module: class {
        constructor() {
          throw new Error("invalid opcode");
        }
      },
    },
  ],
])("where %s, tensors are plain arrays and training gives the same bits", async (_, stub) => {
  const train = async () => {
    const { ParameterStore, initialise } = await import("../index.ts");
    const { adamW } = await import("../index.ts");
    const { wasmKernelsFor: kernelsFor } = await import("./wasm-kernels.ts");
    const store = new ParameterStore({ seed: 1 });
    const { values } = store.declare("w", [37], initialise.normal(1));
    const optimiser = adamW(store, { learningRate: 0.1, weightDecay: 0.1, clipNorm: 1 });
    for (let step = 1; step <= 5; step++) {
      const gradient = Float32Array.from({ length: 37 }, (_, i) => Math.sin(i * step));
      optimiser.step(new Map([["w", { kind: "dense", values: gradient }]]));
    }
    return { values, inWasm: kernelsFor(values.buffer) !== undefined };
  };
  const withWasm = await train();
  vi.stubGlobal("WebAssembly", stub);
  vi.resetModules();
  const without = await train();
  expect([withWasm.inWasm, without.inWasm]).toEqual([true, false]);
  expect(without.values).toEqual(withWasm.values);
});

test("an ordinary buffer has no kernels", () => {
  expect(wasmKernelsFor(new ArrayBuffer(8))).toBeUndefined();
});
