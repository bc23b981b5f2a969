import { expect, test } from "vitest";
import { UserError } from "../errors.ts";
import { Random } from "../random.ts";
import { bootstrapF1 } from "./bootstrap.ts";
import type { SentenceCounts } from "./sentence-counts.ts";

function counts(
  rows: readonly (readonly [correct: number, predicted: number, gold: number])[],
): SentenceCounts {
  const column = (i: 0 | 1 | 2) => Int32Array.from(rows, (row) => row[i]);
  return { length: rows.length, correct: column(0), predicted: column(1), gold: column(2) };
}

test("one right and one wrong sentence: 0, 50 or 100 with chances 1/4, 1/2, 1/4", () => {
  const two = counts([
    [1, 1, 1],
    [0, 1, 1],
  ]);
  // 2.5 % and 97.5 % fall among the 0s and the 100s; 30 % and 70 % both fall among the 50s, which run from 25 % to 75 %.
  expect(bootstrapF1(two)).toEqual({ value: 50, low: 0, high: 100, confidence: 0.95, resamples: 1000 });
  expect(bootstrapF1(two, { confidence: 0.4 })).toMatchObject({ low: 50, high: 50 });
});

test("is as wide as the normal approximation says for a plain share", () => {
  // One entity and one prediction per sentence, half of them right: F1 is their share.
  // Its standard error is 100·√(0.5·0.5/400) = 2.5, so 95 % is 50 ± 1.96·2.5 = 45.1 … 54.9.
  const half = counts(Array.from({ length: 400 }, (_, i) => [i % 2, 1, 1]));
  const { value, low, high } = bootstrapF1(half, { resamples: 4000 });
  expect(value).toBe(50);
  expect(Math.abs(low - 45.1)).toBeLessThan(0.5);
  expect(Math.abs(high - 54.9)).toBeLessThan(0.5);
});

test("equal sentences leave no doubt, and no sentences give 0", () => {
  // P = 2/3, R = 2/4, F1 = 4/7 in every sentence and so in every corpus of them.
  const same = bootstrapF1(counts(Array.from({ length: 20 }, () => [2, 3, 4])));
  expect(same.value).toBeCloseTo(400 / 7, 10);
  expect(same.low).toBeCloseTo(400 / 7, 10);
  expect(same.high).toBeCloseTo(400 / 7, 10);
  expect(bootstrapF1(counts([]))).toMatchObject({ value: 0, low: 0, high: 0 });
});

test("covers the true F1 about as often as it says", () => {
  // 300 test sets of 60 sentences from a source whose F1 is 60: some 95 % of the intervals must hold 60.
  const random = new Random(4);
  let held = 0;
  for (let i = 0; i < 300; i++) {
    const rows = Array.from({ length: 60 }, () => [random.uniform() < 0.6 ? 1 : 0, 1, 1] as const);
    const { low, high } = bootstrapF1(counts(rows), { resamples: 300, seed: i });
    if (low <= 60 && 60 <= high) held++;
  }
  // sd of the share is √(0.95·0.05/300) ≈ 1.3 %; the percentile bootstrap runs a little short at this size.
  expect(held / 300).toBeGreaterThan(0.9);
  expect(held / 300).toBeLessThan(0.99);
});

test("the same seed gives the same interval, another seed another", () => {
  const random = new Random(1);
  const rows = counts(Array.from({ length: 300 }, () => [random.below(3), 2, 3]));
  expect(bootstrapF1(rows, { seed: 5 })).toEqual(bootstrapF1(rows, { seed: 5 }));
  expect(bootstrapF1(rows, { seed: 5 })).not.toEqual(bootstrapF1(rows, { seed: 6 }));
});

test("refuses options that make no sense", () => {
  for (const options of [{ resamples: 0 }, { resamples: 1.5 }, { confidence: 1 }, { confidence: 95 }]) {
    expect(() => bootstrapF1(counts([[1, 1, 1]]), options)).toThrow(UserError);
  }
});

test("1000 corpora of 10,000 sentences take about a tenth of a second; five would mean something broke", () => {
  const random = new Random(8);
  const many = counts(Array.from({ length: 10_000 }, () => [random.below(3), 2, 3]));
  const begin = performance.now();
  const { low, high } = bootstrapF1(many);
  expect(performance.now() - begin).toBeLessThan(5000);
  // On average 1 right of 2 and of 3 per sentence: P 50, R 33.3, F1 40; the interval is narrow at this size.
  expect(Math.abs((low + high) / 2 - 40)).toBeLessThan(1);
  expect(high - low).toBeLessThan(2);
});
