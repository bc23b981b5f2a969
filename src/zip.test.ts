import { expect, expectTypeOf, test } from "vitest";
import { zip } from "./zip.ts";

test("pairs what stands at the same place", () => {
  const pairs = zip(["a", "b"], Float32Array.of(1, 2), [true, false]);
  expectTypeOf(pairs).toEqualTypeOf<[string, number, boolean][]>();
  expect(pairs).toEqual([
    ["a", 1, true],
    ["b", 2, false],
  ]);
  expect(zip([], [])).toEqual([]);
});

test("refuses lists of different lengths", () => {
  expect(() => zip([1, 2], [1])).toThrow("lists of 2 and 1 do not belong together");
});
