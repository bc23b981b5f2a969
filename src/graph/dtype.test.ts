import { expect, test } from "vitest";
import { indexTensor } from "./dtype.ts";

test("numbers become the same 64-bit integers", () => {
  expect(indexTensor([0, -1, 70_000, 2 ** 31 - 1])).toEqual({
    data: BigInt64Array.of(0n, -1n, 70_000n, 2147483647n),
    shape: [4],
  });
  expect(indexTensor(Int32Array.of(3, 4), [2, 1])).toEqual({ data: BigInt64Array.of(3n, 4n), shape: [2, 1] });
});
