import { expect, test } from "vitest";
import { signed, verdict } from "./verdict.ts";

test("signs are written out, and nothing is neither plus nor minus", () => {
  expect([2.34, -1.26, 0.04, -0.04].map(signed)).toEqual(["+2.3", "−1.3", "±0.0", "±0.0"]);
});

test("a verdict says how much, how sure, and whether it may be luck", () => {
  expect(verdict({ a: 70, b: 73, difference: 3, low: 1.2, high: 4.9, p: 0.0004 })).toBe(
    "+3.0 points (95 %: +1.2 to +4.9), significantly better (p < 0.001).",
  );
  expect(verdict({ a: 70, b: 69, difference: -1, p: 0.31 })).toBe(
    "−1.0 points; luck alone could make such a difference (p = 0.310).",
  );
  expect(verdict({ a: 70, b: 64, difference: -6, p: 0.01 })).toBe(
    "−6.0 points, significantly worse (p = 0.010).",
  );
});
