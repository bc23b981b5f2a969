import fc from "fast-check";
import { expect, test } from "vitest";
import { ticks } from "./ticks.ts";

test("round numbers within the range", () => {
  // 0.6 / 5 = 0.12, rounded up to 0.2.
  expect(ticks(0, 0.6, 5)).toEqual([0, 0.2, 0.4, 0.6]);
  expect(ticks(3, 97, 5)).toEqual([20, 40, 60, 80]);
  expect(ticks(2, 2, 5)).toEqual([2]);
});

test("never outside, never too many, evenly spaced", () => {
  const range = fc.tuple(
    fc.double({ min: -1e4, max: 1e4, noNaN: true }),
    fc.double({ min: 0.01, max: 1e4, noNaN: true }),
  );
  fc.assert(
    fc.property(range, ([low, width]) => {
      const list = ticks(low, low + width, 5);
      expect(list.length).toBeLessThanOrEqual(6);
      for (const tick of list) {
        expect(tick).toBeGreaterThanOrEqual(low - width * 1e-6);
        expect(tick).toBeLessThanOrEqual(low + width * (1 + 1e-6));
      }
      for (let i = 2; i < list.length; i++)
        expect(list[i]! - list[i - 1]!).toBeCloseTo(list[1]! - list[0]!, 6);
    }),
  );
});
