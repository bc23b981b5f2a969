import { expect, test } from "vitest";
import { Random } from "../../random.ts";
import { dropoutMask } from "./dropout.ts";

test("drops the share asked for and keeps the mean at 1", () => {
  const { data, shape } = dropoutMask(new Random(1), 0.25, [500, 200]);
  expect(shape).toEqual([500, 200]);
  const values = Array.from(data as Float32Array);
  // 0.25 is 64/256, so what stays is scaled by 256/192 = 4/3.
  expect(new Set(values)).toEqual(new Set([0, Math.fround(4 / 3)]));
  const dropped = values.filter((value) => value === 0).length / values.length;
  // Four deviations of a share of 0.25 in 100,000 draws: 4·√(0.25·0.75/100,000) ≈ 0.0055.
  expect(Math.abs(dropped - 0.25)).toBeLessThan(0.0055);
});

test("all four bytes of a drawn number are used, and alike", () => {
  const { data } = dropoutMask(new Random(2), 0.5, [40_000]);
  for (let lane = 0; lane < 4; lane++) {
    const kept = data.filter((value: number | bigint, i: number) => i % 4 === lane && value !== 0).length;
    // 4·√(0.25/10,000) = 0.02
    expect(Math.abs(kept / 10_000 - 0.5)).toBeLessThan(0.02);
  }
});

test("the same state gives the same mask, and rate 0 keeps everything", () => {
  expect(dropoutMask(new Random(3), 0.1, [7, 3])).toEqual(dropoutMask(new Random(3), 0.1, [7, 3]));
  expect([...dropoutMask(new Random(3), 0, [5]).data]).toEqual([1, 1, 1, 1, 1]);
});
