import { describe, expect, test } from "vitest";
import { type MadeUpSpans, madeUpSpans } from "../../../test/support/models/made-up-spans.ts";
import type { Interval } from "../summary.ts";
import type { ChosenSpan } from "./choose-candidates.ts";
import { estimateFromComplete, estimateFromPartial, withCompleteness } from "./missing-estimate.ts";

const total = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((a, b) => a + b, 0);
const holds = ({ low, high }: Interval, value: number) => low <= value && value <= high;
const partial = ({ spans }: MadeUpSpans) => spans.filter(({ isComplete }) => !isComplete);

test("what is labelled, divided by its share, by hand", () => {
  const spans = Array.from(
    { length: 80 },
    (_, i): ChosenSpan => ({
      sentence: i,
      start: 0,
      end: 1,
      label: "PER",
      score: 0.9,
      state: i < 60 ? "labelled" : "free",
      isOnLabel: i < 60,
      isComplete: false,
      isSecond: false,
    }),
  );
  const { total: found, frequency } = estimateFromPartial(spans, {
    labelled: new Map([["PER", 90]]),
    sentences: 80,
  });
  // 60 of 80 sure spans are labelled, and the prior of 20 has the same share: c = 75 / 100. Of 90 / 0.75 = 120, 30 are missing.
  expect(frequency.get("PER")).toBeCloseTo(0.75, 12);
  expect(found.missing.value).toBeCloseTo(30, 9);
  expect(found.completeness.value).toBeCloseTo(0.75, 12);
  // The share of 80 spans has a standard error of √(0.75 · 0.25 / 80) = 0.048: ± 0.095, or 17 to 48 missing ones.
  expect(found.missing.low).toBeGreaterThan(12);
  expect(found.missing.low).toBeLessThan(22);
  expect(found.missing.high).toBeGreaterThan(40);
  expect(found.missing.high).toBeLessThan(60);
});

test("the share that is labelled falls as what is missing rises", () => {
  const { completeness } = withCompleteness(70, { value: 30, low: 0, high: 70 });
  expect(completeness).toEqual({ value: 0.7, low: 0.5, high: 1 });
  expect(withCompleteness(0, { value: 0, low: 0, high: 0 }).completeness.value).toBe(1);
});

describe("from partial labels alone", () => {
  const seeds = Array.from({ length: 40 }, (_, i) => i + 1);

  test.each([
    ["a good model", { skill: 5, shares: { PER: 0.7, LOC: 0.7 } }],
    ["half of the labels", { skill: 4, shares: { PER: 0.5, LOC: 0.5 } }],
    ["types that differ", { skill: 4, shares: { PER: 0.8, LOC: 0.5 } }],
  ])("%s: near the truth, which the interval holds in nearly all corpora", (_, made) => {
    const results = seeds.map((seed) => {
      const corpus = madeUpSpans({ seed, sentences: 600, ...made });
      const found = estimateFromPartial(partial(corpus), { ...corpus, draws: 200, seed });
      const truth = total(corpus.missing);
      const byType = [...corpus.missing].map(([label, count]) =>
        holds(found.types.get(label)!.missing, count),
      );
      return {
        error: found.total.missing.value / truth - 1,
        isHeld: holds(found.total.missing, truth),
        byType,
        width: (found.total.missing.high - found.total.missing.low) / truth,
      };
    });
    const mean = results.reduce((sum, { error }) => sum + error, 0) / results.length;
    expect(Math.abs(mean)).toBeLessThan(0.08);
    expect(results.filter(({ error }) => Math.abs(error) < 0.15).length).toBeGreaterThanOrEqual(35);
    // 95 % of 40 are 38; 34 or fewer would have a chance of 1 in 70 if the intervals were right.
    expect(results.filter(({ isHeld }) => isHeld).length).toBeGreaterThanOrEqual(35);
    const types = results.flatMap(({ byType }) => byType);
    expect(types.filter(Boolean).length / types.length).toBeGreaterThan(0.85);
    // An interval that holds everything would hold the truth too.
    expect(results.reduce((sum, { width }) => sum + width, 0) / results.length).toBeLessThan(0.6);
  });

  test("wrong boundaries do not look like missing labels", () => {
    // A third of what the model finds is misplaced. If only spans were counted that are labelled just so, c would be
    // 0.7 · ⅔ / (0.7 · ⅔ + 0.3) = 0.61, and half as many again would seem to be missing.
    const errors = seeds.slice(0, 20).map((seed) => {
      const corpus = madeUpSpans({ seed, sentences: 600, misplaced: 1 / 3 });
      const found = estimateFromPartial(partial(corpus), { ...corpus, draws: 20, seed });
      return found.total.missing.value / total(corpus.missing) - 1;
    });
    expect(Math.abs(errors.reduce((a, b) => a + b) / errors.length)).toBeLessThan(0.05);
  });

  test("complete labels: next to nothing is missing", () => {
    const corpus = madeUpSpans({ seed: 3, shares: { PER: 1, LOC: 1 }, skill: 7 });
    const { total: found } = estimateFromPartial(partial(corpus), corpus);
    expect(found.missing.value / found.labelled).toBeLessThan(0.03);
    expect(found.missing.low).toBeLessThan(0.01 * found.labelled);
  });

  test("the same seed gives the same interval, another one another", () => {
    const corpus = madeUpSpans({ seed: 4, sentences: 200 });
    const interval = (seed: number) =>
      estimateFromPartial(partial(corpus), { ...corpus, draws: 50, seed }).total.missing;
    expect(interval(1)).toEqual(interval(1));
    expect(interval(2)).not.toEqual(interval(1));
    expect(interval(2).value).toBe(interval(1).value);
  });
});

describe("with complete sentences at hand", () => {
  test("a poor model is no matter: the truth is held, where partial labels alone would mislead", () => {
    const results = Array.from({ length: 30 }, (_, i) => {
      const corpus = madeUpSpans({ seed: 100 + i, sentences: 400, complete: 300, skill: 1.5 });
      const [open, known] = [false, true].map((is) =>
        corpus.spans.filter(({ isComplete }) => isComplete === is),
      );
      const options = { ...corpus, draws: 100, seed: i + 1 };
      const truth = total(corpus.missing);
      const error = (value: number) => value / truth - 1;
      const found = estimateFromComplete(open!, known!, options).total.missing;
      return {
        isHeld: holds(found, truth),
        error: error(found.value),
        alone: error(estimateFromPartial(open!, options).total.missing.value),
      };
    });
    const mean = (of: (result: (typeof results)[number]) => number) =>
      results.reduce((sum, result) => sum + of(result), 0) / results.length;
    expect(Math.abs(mean(({ error }) => error))).toBeLessThan(0.08);
    expect(results.filter(({ isHeld }) => isHeld).length).toBeGreaterThanOrEqual(26);
    expect(mean(({ alone }) => Math.abs(alone))).toBeGreaterThan(2 * mean(({ error }) => Math.abs(error)));
  });
});
