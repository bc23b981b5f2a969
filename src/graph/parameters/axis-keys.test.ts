import { expect, test } from "vitest";
import { copyByKeys, fitsByKeys } from "./axis-keys.ts";

test("rows and columns that mean the same are copied, wherever they stand", () => {
  // From tags O, B, I to I, X, O: [from, to] as two digits.
  const keys = ["O", "B", "I"];
  const from = {
    values: Float32Array.of(11, 12, 13, 21, 22, 23, 31, 32, 33),
    shape: [3, 3],
    keys: [keys, keys],
  };
  const now = ["I", "X", "O"];
  const to = { values: new Float32Array(9).fill(-1), shape: [3, 3], keys: [now, now] };
  copyByKeys(to, from);
  expect([...to.values]).toEqual([33, -1, 31, -1, -1, -1, 13, -1, 11]);
});

test("axes without a meaning are copied as they are, and must be as long", () => {
  const from = { values: Float32Array.of(1, 2, 3, 4), shape: [2, 2], keys: [["a", "b"], null] };
  const to = { values: new Float32Array(6), shape: [3, 2], keys: [["b", "c", "a"], null] };
  copyByKeys(to, from);
  expect([...to.values]).toEqual([3, 4, 0, 0, 1, 2]);
  expect(fitsByKeys(to, from)).toBe(true);
  expect(fitsByKeys({ ...to, shape: [3, 3] }, from)).toBe(false);
  expect(fitsByKeys({ ...to, keys: [] }, from)).toBe(false);
  expect(fitsByKeys({ shape: [6], keys: [] }, from)).toBe(false);
});

test("a number alone is copied", () => {
  const to = { values: new Float32Array(1), shape: [], keys: [] };
  copyByKeys(to, { values: Float32Array.of(7), shape: [], keys: [] });
  expect(to.values[0]).toBe(7);
});
