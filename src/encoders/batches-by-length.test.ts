import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Random } from "../random.ts";
import { batchesByLength } from "./batches-by-length.ts";

describe("without random", () => {
  test("sentences are sorted, longest first, and cut where the budget ends", () => {
    // Sorted: 9 (at 1), 5 (at 2), 4 (at 0), 3 (at 4), 1 (at 3). 9 | 5 + 4 = 9 | 3 + 1.
    expect(batchesByLength([4, 9, 5, 1, 3], { cost: 9 })).toEqual([[1], [2, 0], [4, 3]]);
  });

  test("padding counts the longest for each", () => {
    // 5 + 4 would fit into 9 packed, but 2 × 5 = 10 does not.
    expect(batchesByLength([4, 9, 5, 1, 3], { cost: 9, padded: true })).toEqual([[1], [2], [0, 4], [3]]);
  });

  test("a number of sentences is kept to", () => {
    expect(batchesByLength([1, 1, 1, 1, 1], { sentences: 2 })).toEqual([[0, 1], [2, 3], [4]]);
  });

  test("a sentence above the budget stands alone, also one that costs nothing is dealt", () => {
    expect(batchesByLength([3, 100, 0], { cost: 10 })).toEqual([[1], [0, 2]]);
    expect(batchesByLength([], { cost: 10 })).toEqual([]);
  });
});

const corpus = fc.array(fc.nat(60), { maxLength: 200 });
const options = fc.record({
  cost: fc.integer({ min: 1, max: 200 }),
  sentences: fc.integer({ min: 1, max: 20 }),
  padded: fc.boolean(),
  pool: fc.integer({ min: 1, max: 40 }),
});

test("every sentence exactly once, no batch above its budget, and the same for the same state", () => {
  fc.assert(
    fc.property(corpus, options, fc.nat(), (costs, given, seed) => {
      const batches = batchesByLength(costs, given, new Random(seed));
      expect(batches.flat().sort((a, b) => a - b)).toEqual(costs.map((_, i) => i));
      for (const batch of batches) {
        const own = batch.map((i) => costs[i]!);
        const sum = given.padded ? Math.max(...own) * own.length : own.reduce((a, b) => a + b, 0);
        expect(batch.length).toBeLessThanOrEqual(given.sentences);
        if (batch.length > 1) expect(sum).toBeLessThanOrEqual(given.cost);
      }
      expect(batchesByLength(costs, given, new Random(seed))).toEqual(batches);
    }),
  );
});

test("pools make the sentences of a batch alike, and the order of batches is mixed", () => {
  const random = new Random(1);
  const costs = Array.from({ length: 2000 }, () => 1 + random.below(50));
  const spread = (pool: number) => {
    const batches = batchesByLength(costs, { sentences: 16, pool }, new Random(2));
    const ranges = batches.map((batch) => {
      const own = batch.map((i) => costs[i]!);
      return Math.max(...own) - Math.min(...own);
    });
    return ranges.reduce((a, b) => a + b, 0) / ranges.length;
  };
  // 16 numbers out of 1 … 50 span about 15/17 of the range when mixed, 1/32 of it when 32 batches are sorted.
  expect(spread(1)).toBeGreaterThan(38);
  expect(spread(32)).toBeLessThan(4);
  const means = batchesByLength(costs, { sentences: 16 }, new Random(2)).map((batch) => costs[batch[0]!]!);
  const falls = means.filter((mean, i) => i > 0 && mean < means[i - 1]!).length / means.length;
  expect(Math.abs(falls - 0.5)).toBeLessThan(0.15);
});

describe("batches that grow", () => {
  test("each has the limit of its number, up to the largest", () => {
    // Ten sentences of 2 in any order; limits 2, 4, 6, then 6: 1, 2, 3, 3 and what is left.
    const grown = batchesByLength(
      Array<number>(10).fill(2),
      { cost: 6, pool: 1, costAt: (batch) => 2 * (batch + 1) },
      new Random(1),
    );
    expect(grown.map((batch) => batch.length)).toEqual([1, 2, 3, 3, 1]);
    expect(grown.flat().sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test("a pool has the limit of its first batch, and is sorted by length", () => {
    const costs = Array.from({ length: 40 }, (_, i) => 1 + (i % 8));
    const grown = batchesByLength(costs, { cost: 100, pool: 4, costAt: (batch) => 8 + batch }, new Random(1));
    expect(grown.flat().sort((a, b) => a - b)).toEqual(costs.map((_, i) => i));
    const sums = grown.map((batch) => batch.reduce((sum, i) => sum + costs[i]!, 0));
    expect(Math.max(...sums.slice(0, 4))).toBeLessThanOrEqual(8);
    expect(Math.max(...sums)).toBeGreaterThan(8);
  });
});
