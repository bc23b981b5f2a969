import fc from "fast-check";
import { expect, test } from "vitest";
import { UserError } from "../errors.ts";
import { Random } from "../random.ts";
import type { SentenceCounts } from "./sentence-counts.ts";
import { pairedBootstrap, pairedRandomisation } from "./significance.ts";

type Row = readonly [correct: number, predicted: number, gold: number];

function counts(rows: readonly Row[]): SentenceCounts {
  const column = (i: 0 | 1 | 2) => Int32Array.from(rows, (row) => row[i]);
  return { length: rows.length, correct: column(0), predicted: column(1), gold: column(2) };
}

const right: Row = [1, 1, 1];
const wrong: Row = [0, 1, 1];

test("four sentences, one system right and the other wrong: p is 2 of 16", () => {
  // Only the two swaps of none and of all keep |Δ| at 100.
  const [a, b] = [counts(Array(4).fill(right)), counts(Array(4).fill(wrong))];
  const { difference, p, shuffles } = pairedRandomisation(a, b);
  expect(difference).toBe(100);
  expect(shuffles).toBe(10_000);
  expect(Math.abs(p - 0.125)).toBeLessThan(0.012); // sd √(0.125·0.875/10000) ≈ 0.0033
});

test("equal predictions do not differ: p = 1", () => {
  const a = counts([right, wrong, right]);
  expect(pairedRandomisation(a, a, { shuffles: 100 })).toEqual({ difference: 0, p: 1, shuffles: 100 });
});

test("p is never 0: at least 1 / (shuffles + 1)", () => {
  const [a, b] = [counts(Array(200).fill(right)), counts(Array(200).fill(wrong))];
  expect(pairedRandomisation(a, b, { shuffles: 999 }).p).toBe(1 / 1000);
});

const row = fc
  .tuple(fc.nat(3), fc.nat(3), fc.nat(2), fc.nat(2))
  .map(([gold, found, extraA, extraB]) => ({ gold, found: Math.min(found, gold), extraA, extraB }));

test("agrees with trying every swap", () => {
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 9 }), fc.nat(1000), (rows, seed) => {
      const a = rows.map(({ gold, found, extraA }): Row => [found, found + extraA, gold]);
      const b = rows.map(({ gold, extraB }, i): Row => [i % (gold + 1), (i % (gold + 1)) + extraB, gold]);
      const f1 = (list: readonly Row[]) => {
        const [c, p, g] = [0, 1, 2].map((k) => list.reduce((sum, r) => sum + r[k]!, 0));
        return c === 0 ? 0 : (200 * c!) / (p! + g!);
      };
      const observed = Math.abs(f1(a) - f1(b));
      let asLarge = 0;
      for (let swaps = 0; swaps < 2 ** rows.length; swaps++) {
        const swapped = (i: number) => ((swaps >> i) & 1) === 1;
        const delta =
          f1(a.map((r, i) => (swapped(i) ? b[i]! : r))) - f1(b.map((r, i) => (swapped(i) ? a[i]! : r)));
        if (Math.abs(delta) >= observed - 1e-9) asLarge++;
      }
      const { p, difference } = pairedRandomisation(counts(a), counts(b), { shuffles: 4000, seed });
      expect(difference).toBeCloseTo(f1(a) - f1(b), 9);
      // sd at most √(0.25/4000) ≈ 0.008; 0.04 is five of them.
      expect(Math.abs(p - asLarge / 2 ** rows.length)).toBeLessThan(0.04);
    }),
    { numRuns: 60 },
  );
});

test("between systems that are alike, p < 0.05 comes up about once in twenty", () => {
  const random = new Random(9);
  let alarms = 0;
  for (let trial = 0; trial < 400; trial++) {
    const draw = () => counts(Array.from({ length: 80 }, () => (random.uniform() < 0.7 ? right : wrong)));
    if (pairedRandomisation(draw(), draw(), { shuffles: 400, seed: trial }).p < 0.05) alarms++;
  }
  // sd of the share is √(0.05·0.95/400) ≈ 1.1 %; ties make the test a little cautious.
  expect(alarms / 400).toBeLessThan(0.085);
  expect(alarms / 400).toBeGreaterThan(0.01);
});

test("the order of the systems changes the sign and nothing else", () => {
  const random = new Random(2);
  const draw = () => counts(Array.from({ length: 50 }, () => (random.uniform() < 0.6 ? right : wrong)));
  const [a, b] = [draw(), draw()];
  const there = pairedRandomisation(a, b, { seed: 3 });
  expect(pairedRandomisation(b, a, { seed: 3 })).toEqual({ ...there, difference: -there.difference });
  expect(pairedRandomisation(a, b, { seed: 3 })).toEqual(there);
});

test("paired bootstrap: difference 0, 50 or 100 with chances 1/4, 1/2, 1/4", () => {
  // The first system is right twice, the second once: 100 − 50. Drawing the sentence both share twice makes them equal.
  const [a, b] = [counts([right, right]), counts([right, wrong])];
  const result = pairedBootstrap(a, b, { resamples: 4000 });
  expect(result).toMatchObject({ value: 50, low: 0, high: 100, resamples: 4000 });
  expect(Math.abs(result.unconfirmed - 0.25)).toBeLessThan(0.03); // sd 0.007
  expect(pairedBootstrap(b, a, { resamples: 4000 })).toMatchObject({ value: -50, low: -100, high: 0 });
});

test("refuses predictions over other sentences or other gold", () => {
  expect(() => pairedRandomisation(counts([right]), counts([right, right]))).toThrow(UserError);
  expect(() => pairedBootstrap(counts([right, right]), counts([right, [1, 1, 2]]))).toThrow(/sentence 2/);
  expect(() => pairedRandomisation(counts([right]), counts([right]), { shuffles: 0 })).toThrow(UserError);
});
