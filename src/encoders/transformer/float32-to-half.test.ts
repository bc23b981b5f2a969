import fc from "fast-check";
import { expect, test } from "vitest";
import { halfToFloat32 } from "../../graph/parameters/half-float.ts";
import { float32ToHalf } from "./float32-to-half.ts";

const all = Uint16Array.from({ length: 0x10000 }, (_, bits) => bits);
const values = new Float32Array(all.length);
halfToFloat32(all, values);

test("every half-precision number comes back as itself", () => {
  const back = float32ToHalf(values);
  const wrong = [...values.keys()].filter((bits) =>
    Number.isNaN(values[bits]) ? (back[bits]! & 0x7fff) <= 0x7c00 : back[bits] !== bits,
  );
  expect(wrong).toEqual([]);
});

test("anything else becomes the nearest one, with an even pattern for ties", () => {
  const finite = [...values].filter(Number.isFinite);
  fc.assert(
    fc.property(
      fc.double({ min: -65519, max: 65519, noNaN: true }),
      fc.integer({ min: -30, max: 0 }),
      (x, power) => {
        const value = Math.fround(x * 2 ** power);
        const [bits] = float32ToHalf(Float32Array.of(value));
        const gap = Math.abs(values[bits!]! - value);
        expect(gap).toBe(finite.reduce((best, half) => Math.min(best, Math.abs(half - value)), Infinity));
      },
    ),
    { numRuns: 50 },
  );
  // Half way between 1 and 1 + 2⁻¹⁰, and between the next two.
  expect([...float32ToHalf(Float32Array.of(1 + 2 ** -11, 1 + 3 * 2 ** -11))]).toEqual([0x3c00, 0x3c02]);
  expect([...float32ToHalf(Float32Array.of(65520, -1e9, 2 ** -25, 1.5 * 2 ** -25))]).toEqual([
    0x7c00, 0xfc00, 0, 1,
  ]);
});
