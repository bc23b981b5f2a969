import { expect, expectTypeOf, test } from "vitest";
import { entriesAt, entryAt, entryOf, zip } from "./entries.ts";

test("entries that exist are given, others refused", () => {
  expect(entryAt(["a", "b"], 1)).toBe("b");
  expect(entriesAt(Float32Array.of(1, 2, 4), [2, 0])).toEqual([4, 1]);
  expect(() => entryAt(["a", "b"], 2)).toThrow("there is no entry 2 in a list of 2");
  expect(() => entriesAt([1], [0, -1])).toThrow("there is no entry -1 in a list of 1");
});

test("the same by name, and it is said which there are", () => {
  expect(entryOf({ a: 1, b: 2 }, "b")).toBe(2);
  expect(() => entryOf({ a: 1, b: 2 }, "toString")).toThrow('there is no "toString", only a, b');
  expect(() => entryOf({}, "a")).toThrow('there is no "a", only nothing');
});

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
