import fc from "fast-check";
import { expect, test } from "vitest";
import { bestThreshold } from "./best-threshold.ts";

test("halfway between the last score taken and the next", () => {
  // Taking 1, 2, 3, 4: F1 = 2/4, 2/5, 4/6, 4/7 of three positives, one of which has no score.
  expect(bestThreshold([5, 4, 3, 1], [1, 0, 1, 0], 3)).toBe(2);
  expect(bestThreshold([1, 2], [1, 1], 2)).toBe(0);
  expect(bestThreshold([1, 2], [0, 0], 0)).toBe(Infinity);
  expect(bestThreshold([], [], 4)).toBe(Infinity);
});

test("no other threshold is better", () => {
  const scored = fc.array(fc.tuple(fc.integer({ min: 0, max: 8 }), fc.boolean()), { maxLength: 12 });
  fc.assert(
    fc.property(scored, fc.nat(3), (pairs, unscored) => {
      const scores = pairs.map(([score]) => score);
      const gold = pairs.map(([, isGold]) => isGold);
      const positives = gold.filter(Boolean).length + unscored;
      const f1 = (threshold: number) => {
        const taken = pairs.filter(([score]) => score > threshold);
        const right = taken.filter(([, isGold]) => isGold).length;
        return taken.length === 0 ? 0 : (2 * right) / (taken.length + positives);
      };
      const found = f1(bestThreshold(scores, gold, positives));
      for (let threshold = -1; threshold <= 9; threshold++)
        expect(found).toBeGreaterThanOrEqual(f1(threshold));
    }),
  );
});
