import { expect, test } from "vitest";
import { Random } from "../../random.ts";
import {
  constant,
  glorotUniform,
  type Initialiser,
  kaimingNormal,
  kaimingUniform,
  normal,
  ones,
  truncatedNormal,
  uniform,
  zeros,
} from "./initialiser.ts";

const shape = [200, 100]; // 100 in, 200 out

function fill(initialiser: Initialiser, seed = 1): Float32Array {
  const values = new Float32Array(20_000).fill(NaN);
  initialiser(values, shape, new Random(seed));
  return values;
}

function moments(values: Float32Array): { mean: number; deviation: number; largest: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return { mean, deviation: Math.sqrt(variance), largest };
}

test.each([
  ["zeros", zeros, 0],
  ["ones", ones, 1],
  ["constant", constant(0.25), 0.25],
])("%s fills with one value", (_, initialiser, value) => {
  expect(new Set(fill(initialiser))).toEqual(new Set([value]));
});

// Tolerance: the deviation estimated from n = 20,000 draws is itself off by about 1/√(2n) = 0.5 %; 2 % is four times that.
test.each([
  ["normal(0.5)", normal(0.5), 0.5, Infinity],
  // A normal cut at ±2 has variance 1 − 2·2·φ(2)/(2Φ(2) − 1) = 1 − 4·0.05399/0.9545 = 0.7737, deviation 0.8796.
  ["truncatedNormal(0.02)", truncatedNormal(0.02), 0.02 * 0.8796, 0.04],
  // Uniform over ±a has deviation a/√3.
  ["uniform(-0.3, 0.3)", uniform(-0.3, 0.3), 0.3 / Math.sqrt(3), 0.3],
  // a = √(6/(200 + 100)) = √0.02 = 0.141421
  ["glorotUniform", glorotUniform(), 0.141421 / Math.sqrt(3), 0.141422],
  ["glorotUniform(gain 2)", glorotUniform(2), 0.282843 / Math.sqrt(3), 0.282844],
  // √(2/100) = 0.141421
  ["kaimingNormal", kaimingNormal(), 0.141421, Infinity],
  // a = √(6/100) = 0.244949
  ["kaimingUniform", kaimingUniform(), 0.244949 / Math.sqrt(3), 0.24495],
])("%s has the deviation its formula says", (_, initialiser, deviation, most) => {
  const found = moments(fill(initialiser));
  expect(Math.abs(found.mean)).toBeLessThan((4 * deviation) / Math.sqrt(20_000));
  expect(Math.abs(found.deviation / deviation - 1)).toBeLessThan(0.02);
  expect(found.largest).toBeLessThanOrEqual(most);
  if (most < Infinity) expect(found.largest).toBeGreaterThan(0.99 * most);
});

test("axes before the last two multiply the fan", () => {
  const values = new Float32Array(3 * 40 * 20);
  kaimingUniform()(values, [3, 20, 40], new Random(3));
  // fan-in 3·40 = 120, limit √(6/120) = 0.223607
  const { largest } = moments(values);
  expect(largest).toBeLessThanOrEqual(0.223607);
  expect(largest).toBeGreaterThan(0.22);
});

test("a vector has no fan-in", () => {
  expect(() => glorotUniform()(new Float32Array(3), [3], new Random(1))).toThrow("at least two axes");
});

test("the same seed gives the same values, another seed others", () => {
  expect(fill(normal(1), 5)).toEqual(fill(normal(1), 5));
  expect(fill(normal(1), 5)).not.toEqual(fill(normal(1), 6));
});
