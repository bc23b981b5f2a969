import fc from "fast-check";
import { expect, test } from "vitest";
import { formatPercent } from "./rates.ts";

test("has two decimals, whatever the number", () => {
  expect([0, 50, 100, 200 / 3, 28.571428].map(formatPercent)).toEqual([
    "0.00",
    "50.00",
    "100.00",
    "66.67",
    "28.57",
  ]);
});

test("rounds exact halves to the even digit, as printf does", () => {
  // 1/32, 3/32, 5/32, 7/32 of 100: 3.125 → 3.12, 9.375 → 9.38, 15.625 → 15.62, 21.875 → 21.88.
  expect([1, 3, 5, 7].map((of32) => formatPercent((100 * of32) / 32))).toEqual([
    "3.12",
    "9.38",
    "15.62",
    "21.88",
  ]);
});

test("is never off by more than half of the last digit", () => {
  fc.assert(
    fc.property(fc.nat(5000), fc.integer({ min: 1, max: 5000 }), (part, whole) => {
      const value = (100 * Math.min(part, whole)) / whole;
      expect(Math.abs(Number(formatPercent(value)) - value)).toBeLessThanOrEqual(0.005 + 1e-9);
    }),
  );
});
