import { expect, test } from "vitest";
import { spanKey } from "../data/span.ts";
import { Random } from "../random.ts";
import { candidateSpans } from "./candidate-spans.ts";
import { distinctBelow } from "./distinct-below.ts";
import { drawCount, rateFor } from "./negative-rate.ts";
import { uniformNegatives } from "./uniform-negatives.ts";

const tokens = (words: number) => Array.from({ length: words }, (_, i) => `w${i}`);

test("draws ⌈λn⌉ different spans, none of them annotated, as often as each other", () => {
  // 5 words, spans of up to 3 words: 3 + 3 + 3 + 2 + 1 = 12, less one entity = 11. ⌈0.5 · 5⌉ = 3 are drawn.
  const entities = [{ start: 1, end: 3, label: "PER" }];
  const candidates = candidateSpans({ tokens: tokens(5), entities }, 3);
  expect(candidates.count).toBe(11);
  const random = new Random(1);
  const runs = 22_000;
  const counts = new Map<string, number>();
  for (let run = 0; run < runs; run++) {
    const drawn = uniformNegatives(candidates, 0.5, random).map(spanKey);
    expect(new Set(drawn).size).toBe(3);
    for (const key of drawn) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  expect(counts.size).toBe(11);
  expect(counts.has("1:3")).toBe(false);
  // Each has chance 3/11: 6000 ± 66 times in 22,000 runs (√(n·p·(1−p)) = 66). Four deviations: 264.
  for (const [key, count] of counts) expect(Math.abs(count - 6000), key).toBeLessThan(264);
});

test("takes all candidates when there are fewer than asked for", () => {
  const candidates = candidateSpans({ tokens: tokens(2), entities: [] }, 2);
  expect(uniformNegatives(candidates, 7, new Random(0)).map(spanKey)).toEqual(["0:1", "0:2", "1:2"]);
});

test("⌈λn⌉ is the paper's, not spoilt by rounding", () => {
  const plenty = { count: 1e9 };
  // 7.0, 0.35, 55.000000000000007 in floating point, 5.25
  const asked = [
    [0.35, 20],
    [0.35, 1],
    [0.55, 100],
    [0.35, 15],
  ] as const;
  expect(asked.map(([rate, words]) => drawCount(rate, { words, ...plenty }))).toEqual([7, 1, 55, 6]);
  expect(drawCount(0, { words: 9, ...plenty })).toBe(0);
  expect(() => drawCount(Number.NaN, { words: 9, ...plenty })).toThrow("0 or more");
});

test("rates differ by source", () => {
  const rates = { complete: 1, partial: 0.1 };
  const listed = { complete: ["PER"] };
  expect([rateFor(rates, "complete"), rateFor(rates, "partial"), rateFor(rates, listed)]).toEqual([
    1, 0.1, 1,
  ]);
  expect(rateFor({ ...rates, listed: 0.5 }, listed)).toBe(0.5);
  expect([rateFor(0.35, "partial"), rateFor(0.35, listed)]).toEqual([0.35, 0.35]);
});

test("a draw from a sentence of 60,000 words is quick and lies within it", () => {
  const candidates = candidateSpans({ tokens: tokens(60_000), entities: [] }, 60_000);
  const started = performance.now();
  const drawn = uniformNegatives(candidates, 0.35, new Random(3));
  expect(performance.now() - started).toBeLessThan(2000); // listing 1.8 billion spans would not fit in memory
  expect(new Set(drawn.map(spanKey)).size).toBe(21_000);
  // Spans are uniform over the triangle 0 ≤ start < end ≤ n: the mean start is n/3 = 20,000, its deviation
  // n/√18/√21000 = 98. Four deviations: 390.
  const mean = drawn.reduce((sum, { start }) => sum + start, 0) / drawn.length;
  expect(Math.abs(mean - 20_000)).toBeLessThan(390);
});

test("few of many and many of few are drawn by the same numbers", () => {
  // 12 of 100 is remembered in a map, 13 of 100 in an array; the shuffle itself is the same.
  const naive = (limit: number, count: number, random: Random) => {
    const order = Array.from({ length: limit }, (_, i) => i);
    for (let i = 0; i < count; i++) {
      const j = i + random.below(limit - i);
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
    return order.slice(0, count).sort((a, b) => a - b);
  };
  for (const count of [0, 1, 12, 13, 50, 99]) {
    expect([...distinctBelow(100, count, new Random(count))]).toEqual(naive(100, count, new Random(count)));
  }
  expect([...distinctBelow(3, 3, new Random(0))]).toEqual([0, 1, 2]);
  expect(() => distinctBelow(3, 4, new Random(0))).toThrow("cannot draw 4 of 3");
});
