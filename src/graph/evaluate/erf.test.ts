import { expect, test } from "vitest";
import { erf } from "./erf.ts";

// Values to 16 digits, as any table or C library has them.
const known: readonly (readonly [number, number])[] = [
  [0, 0],
  [0.5, 0.5204998778130465],
  [1, 0.8427007929497149],
  [2, 0.9953222650189527],
  [3, 0.9999779095030014],
  [4, 0.9999999845827421],
  [7, 1],
];

test("agrees with published values, on both sides of zero", () => {
  for (const [x, value] of known) {
    expect(erf(x)).toBeCloseTo(value, 14);
    expect(erf(-x)).toBeCloseTo(-value, 14);
  }
});

test("the series and the fraction meet at 2.5", () => {
  expect(erf(2.5 + 1e-12)).toBeCloseTo(erf(2.5 - 1e-12), 12);
});
