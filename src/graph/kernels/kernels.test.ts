import fc from "fast-check";
import { expect, test } from "vitest";
import { kernels } from "./kernels.ts";
import { plainKernels } from "./plain-kernels.ts";
import type { AdamWScalars, RowPlan, SgdScalars } from "./signatures.ts";
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

interface RowUpdate {
  readonly width: number;
  readonly rows: readonly number[];
  /** The values, then what is remembered of them. */
  readonly table: readonly Float32Array[];
  readonly gradient: Float32Array;
  readonly fading: readonly Float32Array[];
}

/** Some rows of a table with `memory` tensors of memory. */
const rowUpdate = (memory: number): fc.Arbitrary<RowUpdate> =>
  fc
    .record({ width: fc.integer({ min: 1, max: 9 }), tableRows: fc.integer({ min: 1, max: 8 }) })
    .chain(({ width, tableRows }) => {
      const numbers = (length: number, values: fc.Arbitrary<number>) =>
        fc.array(values, { minLength: length, maxLength: length }).map((list) => Float32Array.from(list));
      return fc.subarray(Array.from({ length: tableRows }, (_, row) => row)).chain((rows) =>
        fc.record({
          width: fc.constant(width),
          rows: fc.constant(rows),
          table: fc.array(numbers(tableRows * width, anyFloat), {
            minLength: 1 + memory,
            maxLength: 1 + memory,
          }),
          gradient: numbers(rows.length * width, anyFloat),
          // 0 clears, 1 leaves, the smallest number makes denormals
          fading: fc.array(numbers(rows.length, fc.constantFrom(0, 1, 0.9, 0.3, 2 ** -149)), {
            minLength: memory,
            maxLength: memory,
          }),
        }),
      );
    });

/** The update's arrays, in WebAssembly memory and plain. */
function updateTwice({ table, gradient, fading, rows, width }: RowUpdate) {
  const { wasm, plain } = twice([...table, gradient, ...fading, new Float32Array(rows.length)]);
  return [wasm, plain].map((arrays) => {
    const last = arrays.at(-1)!;
    const numbers = new Int32Array(last.buffer, last.byteOffset, last.length);
    numbers.set(rows);
    const plan: RowPlan = { rows: numbers, width, fading: arrays.slice(table.length + 1, -1) };
    return { tensors: arrays.slice(0, table.length), gradient: arrays[table.length]!, plan };
  });
}

test("AdamW and SGD by rows: WebAssembly and plain TypeScript give the same bits", () => {
  fc.assert(
    fc.property(rowUpdate(2), adamScalars, sgdScalars, (update, adam, sgd) => {
      const [wasm, plain] = updateTwice(update);
      for (const [{ tensors, gradient, plan }, chosen] of [
        [wasm!, kernels] as const,
        [plain!, plainKernels] as const,
      ]) {
        chosen.adamWRows(tensors[0]!, gradient, tensors[1]!, tensors[2]!, plan, adam);
      }
      expect(wasm!.tensors.map(bits)).toEqual(plain!.tensors.map(bits));
      for (const [{ tensors, gradient, plan }, chosen] of [
        [wasm!, kernels] as const,
        [plain!, plainKernels] as const,
      ]) {
        chosen.sgdRows(tensors[0]!, gradient, tensors[1]!, { ...plan, fading: plan.fading.slice(1) }, sgd);
      }
      expect(wasm!.tensors.map(bits)).toEqual(plain!.tensors.map(bits));
    }),
    { numRuns: 500 },
  );
});

test("AdamW by rows is fading and AdamW of each row, and leaves the other rows alone", () => {
  fc.assert(
    fc.property(rowUpdate(2), adamScalars, (update, scalars) => {
      const [{ tensors, gradient, plan }] = updateTwice(update) as [ReturnType<typeof updateTwice>[number]];
      const expected = update.table.map((tensor) => tensor.slice());
      update.rows.forEach((row, i) => {
        const at = (tensor: Float32Array, index: number) =>
          tensor.subarray(index * update.width, (index + 1) * update.width);
        const [values, first, second] = expected.map((tensor) => at(tensor, row));
        [first!, second!].forEach((memory, t) => {
          const factor = update.fading[t]![i]!;
          if (factor === 0) memory.fill(0);
          else plainKernels.scale(memory, factor);
        });
        plainKernels.adamW(values!, at(update.gradient, i), first!, second!, scalars);
      });
      kernels.adamWRows(tensors[0]!, gradient, tensors[1]!, tensors[2]!, plan, scalars);
      expect(tensors.map(bits)).toEqual(expected.map(bits));
    }),
  );
});

test("SGD by rows: by hand", () => {
  const [values, momentum] = [Float32Array.of(1, 2, 3), Float32Array.of(NaN, 5, 8)];
  const plan = { rows: Int32Array.of(0, 2), width: 1, fading: [Float32Array.of(0, 0.25)] };
  const scalars = { gradientScale: 1, decay: 0, momentumKeep: 0.5, rate: 1, ahead: false };
  kernels.sgdRows(values, Float32Array.of(10, 20), momentum, plan, scalars);
  // row 0: m = 0·0.5 + 10 = 10, w = 1 − 10; row 2: m = 8·0.25·0.5 + 20 = 21, w = 3 − 21
  expect([[...momentum], [...values]]).toEqual([
    [10, 5, 21],
    [-9, 2, -18],
  ]);
});

test("adding rows: WebAssembly and plain TypeScript give the same bits, also for places that come up again", () => {
  fc.assert(
    fc.property(rowUpdate(1), fc.infiniteStream(fc.nat(7)), (update, stream) => {
      const { width, table, rows } = update;
      const repeated = rows.map(() => stream.next().value % (table[0]!.length / width));
      const [wasm, plain] = updateTwice({ ...update, rows: repeated });
      kernels.addRows(wasm!.tensors[0]!, wasm!.gradient, wasm!.plan.rows, width);
      plainKernels.addRows(plain!.tensors[0]!, plain!.gradient, plain!.plan.rows, width);
      expect(bits(wasm!.tensors[0]!)).toEqual(bits(plain!.tensors[0]!));
    }),
    { numRuns: 500 },
  );
});

test.each([
  [Int32Array.of(2), 2, "addRows: there is no row 2"],
  [Int32Array.of(-1), 2, "addRows: there is no row -1"],
  [Int32Array.of(0), 3, "addRows: 2 numbers are not 1 rows of 3"],
])("rows outside the table are refused", (places, width, reason) => {
  expect(() => kernels.addRows(new Float32Array(4), new Float32Array(2), places, width)).toThrow(reason);
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
