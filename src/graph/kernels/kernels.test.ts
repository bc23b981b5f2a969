import fc from "fast-check";
import { expect, test } from "vitest";
import { type AdamWScalars, kernels, type SgdScalars } from "./kernels.ts";
import { plainKernels } from "./plain-kernels.ts";
import { wasmBuffer, wasmKernelsFor } from "./wasm-kernels.ts";

/** Float32 values of every kind: any bit pattern, so denormals, infinities, NaN and −0 come up. */
const anyFloat = fc.oneof(
  fc.float({ min: -10, max: 10, noNaN: true }),
  fc.float(),
  fc.constantFrom(0, -0, 2 ** -149, -(2 ** -149), 2 ** -126, 3.4028234663852886e38, Infinity, -Infinity, NaN),
);
const ordinary = fc.float({ min: -2, max: 2, noNaN: true });

/** The same tensors twice: side by side in one WebAssembly memory at odd places, and as plain arrays. */
function twice(tensors: readonly Float32Array[]): { wasm: Float32Array[]; plain: Float32Array[] } {
  const buffer = wasmBuffer(tensors.reduce((bytes, tensor) => bytes + tensor.byteLength + 4, 4))!;
  let at = 4; // not a multiple of 16
  const wasm = tensors.map((tensor) => {
    const view = new Float32Array(buffer, at, tensor.length);
    view.set(tensor);
    at += tensor.byteLength + 4;
    return view;
  });
  return { wasm, plain: tensors.map((tensor) => tensor.slice()) };
}

/** The bits, with every NaN made the same: neither WebAssembly nor JavaScript says which NaN comes out. */
function bits(values: Float32Array): number[] {
  const copy = values.slice();
  const words = new Uint32Array(copy.buffer);
  return Array.from(words, (word, i) => (Number.isNaN(copy[i]) ? 0x7fc0_0000 : word));
}

const columns = (count: number, values: fc.Arbitrary<number>) =>
  fc
    .array(fc.tuple(...Array.from({ length: count }, () => values)), { maxLength: 41 })
    .map((rows) => Array.from({ length: count }, (_, c) => Float32Array.from(rows, (row) => row[c]!)));

const adamScalars: fc.Arbitrary<AdamWScalars> = fc.record({
  gradientScale: ordinary,
  keep: ordinary,
  firstRate: ordinary,
  secondKeep: ordinary,
  secondRate: ordinary,
  stepSize: ordinary,
  secondScale: ordinary,
  epsilon: fc.constantFrom(1e-8, 0, 1e-6),
});

const sgdScalars: fc.Arbitrary<SgdScalars> = fc.record({
  gradientScale: ordinary,
  decay: ordinary,
  momentumKeep: ordinary,
  rate: ordinary,
  ahead: fc.boolean(),
});

test("WebAssembly is what runs on tensors of one WebAssembly memory", () => {
  const { wasm } = twice([Float32Array.of(1), Float32Array.of(1)]);
  expect(wasmKernelsFor(wasm[0]!.buffer)).toBeDefined();
  expect(wasmKernelsFor(new ArrayBuffer(4))).toBeUndefined();
});

test.each([
  ["any float32", anyFloat],
  ["ordinary numbers", ordinary],
])("AdamW: WebAssembly and plain TypeScript give the same bits on %s", (_, values) => {
  fc.assert(
    fc.property(columns(4, values), adamScalars, (tensors, scalars) => {
      const { wasm, plain } = twice(tensors);
      kernels.adamW(wasm[0]!, wasm[1]!, wasm[2]!, wasm[3]!, scalars);
      plainKernels.adamW(plain[0]!, plain[1]!, plain[2]!, plain[3]!, scalars);
      expect(wasm.map(bits)).toEqual(plain.map(bits));
    }),
    { numRuns: 500 },
  );
});

test("SGD: WebAssembly and plain TypeScript give the same bits", () => {
  fc.assert(
    fc.property(columns(3, anyFloat), sgdScalars, (tensors, scalars) => {
      const { wasm, plain } = twice(tensors);
      kernels.sgd(wasm[0]!, wasm[1]!, wasm[2]!, scalars);
      plainKernels.sgd(plain[0]!, plain[1]!, plain[2]!, scalars);
      expect(wasm.map(bits)).toEqual(plain.map(bits));
    }),
    { numRuns: 500 },
  );
});

test("squared norm, add scaled and scale: WebAssembly and plain TypeScript give the same bits", () => {
  fc.assert(
    fc.property(columns(2, anyFloat), anyFloat, (tensors, factor) => {
      const { wasm, plain } = twice(tensors);
      expect(kernels.squaredNorm(wasm[0]!)).toBe(plainKernels.squaredNorm(plain[0]!));
      kernels.addScaled(wasm[0]!, factor, wasm[1]!);
      plainKernels.addScaled(plain[0]!, factor, plain[1]!);
      kernels.scale(wasm[1]!, factor);
      plainKernels.scale(plain[1]!, factor);
      expect(wasm.map(bits)).toEqual(plain.map(bits));
    }),
    { numRuns: 500 },
  );
});

test("nothing outside the tensors is written", () => {
  const buffer = wasmBuffer(4 * 40)!;
  new Float32Array(buffer).fill(7);
  const view = (at: number) => new Float32Array(buffer, 4 * at, 5);
  kernels.scale(view(3), 2);
  kernels.addScaled(view(13), 1, view(3));
  const all = new Float32Array(buffer, 0, 40);
  // elements 3 … 7 become 2·7 = 14, elements 13 … 17 become 7 + 14 = 21
  expect([...all]).toEqual([
    ...Array(3).fill(7),
    ...Array(5).fill(14),
    ...Array(5).fill(7),
    ...Array(5).fill(21),
    ...Array(22).fill(7),
  ]);
});

test("squared norm of 1 … 10 is 385", () => {
  // 1 + 4 + 9 + 16 + 25 + 36 + 49 + 64 + 81 + 100
  const { wasm, plain } = twice([Float32Array.from({ length: 10 }, (_, i) => i + 1)]);
  expect(kernels.squaredNorm(wasm[0]!)).toBe(385);
  expect(kernels.squaredNorm(plain[0]!)).toBe(385);
});

test("squared norm does not overflow float32", () => {
  // (2^100)² · 9 = 9 · 2^200, far beyond the largest float32
  const { wasm } = twice([new Float32Array(9).fill(2 ** 100)]);
  expect(kernels.squaredNorm(wasm[0]!)).toBe(9 * 2 ** 200);
});

test("tensors of different lengths are refused", () => {
  const short = new Float32Array(2);
  expect(() => kernels.addScaled(new Float32Array(3), 1, short)).toThrow(
    "addScaled: tensors of 3 and 2 elements",
  );
});
