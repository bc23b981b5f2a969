import fc from "fast-check";
import { expect, test } from "vitest";
import { wasmBuffer } from "../kernels/wasm-kernels.ts";
import { type RowRoom, sumRows } from "./sum-rows.ts";

const table = { width: 2, tableRows: 10 };
const room = (size = 20): RowRoom => ({ sums: new Float32Array(size), spare: new Float32Array(size) });

test("rows of the same index are added, the rest kept, in ascending order", () => {
  const sum = sumRows(BigInt64Array.of(7n, 2n, 7n), Float32Array.of(1, 2, 3, 4, 10, 20), {
    ...table,
    room: room(),
  });
  expect([...sum.indices]).toEqual([2, 7]);
  expect([...sum.values]).toEqual([3, 4, 11, 22]); // row 7: (1, 2) + (10, 20)
});

test("repeats are added in the order in which they came", () => {
  // In float32 2²⁴ + 1 = 2²⁴, so (2²⁴ + 1) − 2²⁴ = 0, whereas (2²⁴ − 2²⁴) + 1 = 1.
  const big = 2 ** 24;
  const sum = (...column: number[]) =>
    sumRows(new Int32Array(3), Float32Array.from(column), { width: 1, tableRows: 1, room: room() }).values[0];
  expect(sum(big, 1, -big)).toBe(0);
  expect(sum(big, -big, 1)).toBe(1);
});

test("room is used again and does not leak old numbers", () => {
  const kept = room();
  sumRows(Int32Array.of(1, 2), Float32Array.of(1, 1, 1, 1), { ...table, room: kept });
  const { wanted, unique, places } = kept;
  const second = sumRows(Int32Array.of(5), Float32Array.of(3, 4), { ...table, room: kept });
  expect([...second.indices]).toEqual([5]);
  expect([...second.values]).toEqual([3, 4]);
  expect([kept.wanted, kept.unique, kept.places]).toEqual([wanted, unique, places]);
  expect(second.values.buffer).toBe(kept.sums.buffer);
});

test("refused rows leave nothing behind in the room", () => {
  const kept = room();
  expect(() => sumRows(Int32Array.of(4, 10), Float32Array.of(1, 2, 3, 4), { ...table, room: kept })).toThrow(
    "row 10 is not in a table of 10 rows",
  );
  const { indices, values } = sumRows(Int32Array.of(6), Float32Array.of(5, 6), { ...table, room: kept });
  expect([[...indices], [...values]]).toEqual([[6], [5, 6]]);
});

test("equals adding into a whole table", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(9), fc.integer({ min: -99, max: 99 })), { maxLength: 30 }),
      (pairs) => {
        const whole = new Float32Array(10);
        for (const [index, value] of pairs) whole[index] = whole[index]! + value;
        const { indices, values } = sumRows(
          Int32Array.from(pairs, ([index]) => index),
          Float32Array.from(pairs, ([, value]) => value),
          { width: 1, tableRows: 10, room: room() },
        );
        expect([...indices]).toEqual([...new Set(pairs.map(([index]) => index))].sort((a, b) => a - b));
        expect([...values]).toEqual([...indices].map((index) => whole[index]));
      },
    ),
  );
});

test.each([
  [Int32Array.of(10), Float32Array.of(1, 2), "row 10 is not in a table of 10 rows"],
  [BigInt64Array.of(-1n), Float32Array.of(1, 2), "row -1 is not in a table of 10 rows"],
  [BigInt64Array.of(2n ** 32n), Float32Array.of(1, 2), "row 4294967296 is not in a table of 10 rows"],
  [Int32Array.of(1), Float32Array.of(1, 2, 3), "3 numbers are not 1 rows of 2"],
])("refuses what is not rows of the table", (indices, rows, reason) => {
  expect(() => sumRows(indices, rows, { ...table, room: room() })).toThrow(reason);
});

test("in WebAssembly memory, a few rows at a time, the bits are those of plain arrays", () => {
  const float = fc.float({ min: -10, max: 10, noNaN: true });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 9 }),
      fc.infiniteStream(fc.nat(39)),
      fc.infiniteStream(float),
      fc.nat(80),
      (tableRows, width, indexStream, floats, count) => {
        const take = <T>(stream: Iterator<T>, length: number) =>
          Array.from({ length }, () => stream.next().value);
        const indices = BigInt64Array.from(take(indexStream, count), (index) => BigInt(index % tableRows));
        const rows = Float32Array.from(take(floats, count * width));
        const size = tableRows * width;
        const buffer = wasmBuffer(8 * size)!;
        const near: RowRoom = {
          sums: new Float32Array(buffer, 0, size),
          spare: new Float32Array(buffer, 4 * size, size),
        };
        near.sums.fill(7);
        const plain = sumRows(indices, rows, { width, tableRows, room: room(size) });
        expect(sumRows(indices, rows, { width, tableRows, room: near })).toEqual(plain);
      },
    ),
  );
});

test("few rows of a long table are sorted rather than looked for", () => {
  const { indices, values } = sumRows(Int32Array.of(900, 3, 900, 70), Float32Array.of(1, 2, 3, 4), {
    width: 1,
    tableRows: 1000, // more than 32 for each of the four
    room: room(1000),
  });
  expect([[...indices], [...values]]).toEqual([
    [3, 70, 900],
    [2, 4, 1 + 3],
  ]);
});
