import { expect, test } from "vitest";
import { Random } from "../../random.ts";
import { dequantiseRows, quantiseRows } from "./quantise.ts";

test("the largest of each row becomes ±127, by its own scale", () => {
  // First row: scale 1.27/127 = 0.01, so 0.5 is 50 steps. Second: scale 254/127 = 2, −254 is −127 steps, 3 is 1.5, rounded to 2.
  const { values, scales } = quantiseRows(Float32Array.of(1.27, 0.5, -254, 3), 2);
  expect([...values]).toEqual([127, 50, -127, 2]);
  expect(scales[0]).toBeCloseTo(0.01, 8);
  expect(scales[1]).toBe(2);
});

test("rows of zeros stay zeros", () => {
  const target = new Float32Array(4).fill(7);
  dequantiseRows(quantiseRows(new Float32Array(4), 2), target);
  expect([...target]).toEqual([0, 0, 0, 0]);
});

test("no number moves by more than half a step", () => {
  const random = new Random(3);
  const [rows, columns] = [20, 31];
  const values = Float32Array.from(
    { length: rows * columns },
    (_, i) => random.normal() * 10 ** (Math.floor(i / columns) % 5),
  );
  const rounded = quantiseRows(values, rows);
  const back = new Float32Array(values.length);
  dequantiseRows(rounded, back);
  values.forEach((value, i) => {
    const step = rounded.scales[Math.floor(i / columns)]!;
    expect(Math.abs(value - back[i]!)).toBeLessThanOrEqual(step * 0.5001);
  });
});
