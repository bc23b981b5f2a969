import fc from "fast-check";
import { expect, test } from "vitest";
import { sumRows } from "./sum-rows.ts";

const table = { width: 2, tableRows: 10 };
const scratch = () => ({ values: new Float32Array(0) });

test("rows of the same index are added, the rest kept, in ascending order", () => {
  const sum = sumRows(BigInt64Array.of(7n, 2n, 7n), Float32Array.of(1, 2, 3, 4, 10, 20), {
    ...table,
    scratch: scratch(),
  });
  expect([...sum.indices]).toEqual([2, 7]);
  expect([...sum.values]).toEqual([3, 4, 11, 22]); // row 7: (1, 2) + (10, 20)
});

test("repeats are added in the order in which they came", () => {
  // In float32 2²⁴ + 1 = 2²⁴, so (2²⁴ + 1) − 2²⁴ = 0, whereas (2²⁴ − 2²⁴) + 1 = 1.
  const big = 2 ** 24;
  const sum = (...column: number[]) =>
    sumRows(new Int32Array(3), Float32Array.from(column), { width: 1, tableRows: 1, scratch: scratch() })
      .values[0];
  expect(sum(big, 1, -big)).toBe(0);
  expect(sum(big, -big, 1)).toBe(1);
});

test("scratch memory is used again and does not leak old numbers", () => {
  const kept = scratch();
  sumRows(Int32Array.of(1, 2), Float32Array.of(1, 1, 1, 1), { ...table, scratch: kept });
  const memory = kept.values;
  const second = sumRows(Int32Array.of(5), Float32Array.of(3, 4), { ...table, scratch: kept });
  expect([...second.values]).toEqual([3, 4]);
  expect(kept.values).toBe(memory);
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
          { width: 1, tableRows: 10, scratch: scratch() },
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
  [Int32Array.of(1), Float32Array.of(1, 2, 3), "3 numbers are not 1 rows of 2"],
])("refuses what is not rows of the table", (indices, rows, reason) => {
  expect(() => sumRows(indices, rows, { ...table, scratch: scratch() })).toThrow(reason);
});
