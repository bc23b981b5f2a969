import fc from "fast-check";
import { expect, test } from "vitest";
import { bfloat16ToFloat32, float32ToHalf, halfToFloat32 } from "./half-float.ts";

test("every half-precision number has the value its bits say", () => {
  const bits = Uint16Array.from({ length: 65536 }, (_, i) => i);
  const values = new Float32Array(65536);
  halfToFloat32(bits, values);
  for (let i = 0; i < 65536; i++) {
    const sign = i & 0x8000 ? -1 : 1;
    const exponent = (i >> 10) & 31;
    const fraction = i & 1023;
    // (−1)^s · 2^(e − 15) · (1 + f/1024), or 2^−14 · f/1024 where e = 0; e = 31 is infinity or NaN
    const ordinary =
      exponent === 0 ? 2 ** -14 * (fraction / 1024) : 2 ** (exponent - 15) * (1 + fraction / 1024);
    const expected = exponent < 31 ? sign * ordinary : fraction === 0 ? sign * Infinity : NaN;
    if (!Object.is(values[i], expected)) expect({ i, value: values[i] }).toEqual({ i, value: expected });
  }
});

test("halves known by heart", () => {
  const values = new Float32Array(6);
  halfToFloat32(Uint16Array.of(0x3c00, 0xc000, 0x7bff, 0x0001, 0x3555, 0x8000), values);
  // 1; −2; the largest, 65504; the smallest, 2⁻²⁴; one third to 11 bits, 1365/4096; −0
  expect([...values]).toEqual([1, -2, 65504, 2 ** -24, 1365 / 4096, -0]);
});

test("bfloat16 is the upper half of a float32", () => {
  const values = new Float32Array(5);
  bfloat16ToFloat32(Uint16Array.of(0x3f80, 0xc049, 0x7f80, 0x0001, 0x8000), values);
  // 1; −3.140625 (π to 8 bits: −2·(1 + 73/128)); infinity; 2⁻¹³³, a denormal; −0
  expect([...values]).toEqual([1, -3.140625, Infinity, 2 ** -133, -0]);
});

test("a NaN keeps its payload", () => {
  const values = new Float32Array(2);
  halfToFloat32(Uint16Array.of(0x7e01), values.subarray(0, 1));
  bfloat16ToFloat32(Uint16Array.of(0xff81), values.subarray(1));
  expect([...new Uint32Array(values.buffer)]).toEqual([0x7fc0_2000, 0xff81_0000]);
});

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
