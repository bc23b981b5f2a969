import fc from "fast-check";
import { expect, test } from "vitest";
import { isotonicRegression } from "./isotonic-regression.ts";

test("neighbours that fall are pooled to their mean", () => {
  // 1, then 3 and 2 fall: (3 + 2) / 2; then 4.
  const fit = isotonicRegression([1, 3, 2, 4].map((outcome, score) => ({ score, outcome })));
  expect(fit.values).toEqual([1, 2.5, 4]);
  expect(fit.weights).toEqual([1, 2, 1]);
  expect([-1, 0, 0.9, 1, 2.5, 3, 99].map((score) => fit.at(score))).toEqual([1, 1, 1, 2.5, 2.5, 4, 4]);
});

test("a pool may have to join one that was made before", () => {
  // 5 and 4 → 4.5; then 3 → (5 + 4 + 3) / 3.
  const fit = isotonicRegression([5, 4, 3].map((outcome, score) => ({ score, outcome })));
  expect(fit.values).toEqual([4]);
});

test("weights count, and equal scores are one step whatever their order", () => {
  const observations = [
    { score: 1, outcome: 0, weight: 3 },
    { score: 1, outcome: 1 },
    { score: 2, outcome: 1 },
  ];
  for (const order of [observations, observations.toReversed()]) {
    expect(isotonicRegression(order).values).toEqual([0.25, 1]);
  }
});

test("without observations everything is 0", () => {
  expect(isotonicRegression([]).at(3)).toBe(0);
});

/** The least squares fit by its min–max formula: max over starts of min over ends of the mean between. */
function byFormula(outcomes: readonly number[]): number[] {
  const mean = (from: number, to: number) =>
    outcomes.slice(from, to + 1).reduce((a, b) => a + b, 0) / (to - from + 1);
  return outcomes.map((_, i) => {
    let best = Number.NEGATIVE_INFINITY;
    for (let from = 0; from <= i; from++) {
      let lowest = Number.POSITIVE_INFINITY;
      for (let to = i; to < outcomes.length; to++) lowest = Math.min(lowest, mean(from, to));
      best = Math.max(best, lowest);
    }
    return best;
  });
}

test("equals the min–max formula", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 12 }), (outcomes) => {
      const fit = isotonicRegression(outcomes.map((outcome, score) => ({ score, outcome })));
      byFormula(outcomes).forEach((value, score) => {
        expect(fit.at(score)).toBeCloseTo(value, 9);
      });
    }),
  );
});
