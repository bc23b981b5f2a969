import fc from "fast-check";
import { expect, test } from "vitest";
import { smallestValues } from "./removal.ts";

const chosen = (values: readonly number[], share: number) => {
  const flags = smallestValues(Float32Array.from(values), share);
  return [...flags.keys()].filter((i) => flags[i] === 1);
};

test("⌈λm⌉ of m values, by hand", () => {
  // ⌈0.5 · 5⌉ = 3: −2, 0 and 1.
  expect(chosen([3, 1, -2, 7, 0], 0.5)).toEqual([1, 2, 4]);
  // ⌈0.1 · 5⌉ = 1
  expect(chosen([3, 1, -2, 7, 0], 0.1)).toEqual([2]);
  expect(chosen([3, 1, -2, 7, 0], 0)).toEqual([]);
  expect(chosen([], 0.5)).toEqual([]);
  // 0.07 · 100 is 7.000000000000001 in floating point.
  expect(
    chosen(
      Array.from({ length: 100 }, (_, i) => i),
      0.07,
    ),
  ).toHaveLength(7);
});

test("of equal values the first are taken", () => {
  expect(chosen([1, 0, 1, 1, 1], 0.6)).toEqual([0, 1, 2]);
});

test("what is no number is left alone", () => {
  expect(chosen([Number.NaN, 2, Number.NaN, 1], 1)).toEqual([1, 3]);
  expect(chosen([Number.NaN, 2, Number.NaN, 1], 0.25)).toEqual([3]);
});

test("as a stable sort has it", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -5, max: 5 })),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (values, share) => {
        const order = values.map((value, i) => ({ value, i })).sort((a, b) => a.value - b.value);
        const wanted = order.slice(0, Math.ceil(share * values.length - 1e-9)).map(({ i }) => i);
        expect(chosen(values, share)).toEqual(wanted.sort((a, b) => a - b));
      },
    ),
    { seed: 1 },
  );
});
