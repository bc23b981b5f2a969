import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { madeUpSpans } from "../../../test/support/models/made-up-spans.ts";
import type { ChosenSpan } from "./choose-candidates.ts";
import {
  entityProbabilityOfComplete,
  entityProbabilityOfPartial,
  missedProbability,
  SUREST,
  sharesByScore,
  uncalibrated,
} from "./entity-probability.ts";

describe("missedProbability", () => {
  test("by counting: of 100 spans 80 are entities, of which 3 in 4 are labelled", () => {
    // 60 are labelled, 20 are missed, 20 are none: 20 of 40 without a label.
    expect(missedProbability(0.8, 0.75)).toBeCloseTo(0.5, 12);
  });

  test("is 0 where all is labelled, and all that the model says where nothing is", () => {
    expect(missedProbability(0.8, 1)).toBe(0);
    expect(missedProbability(0.8, 0)).toBe(0.8);
  });

  test("equals g (1/c − 1) / (1 − g) with g = c h", () => {
    const share = fc.double({ min: 0.01, max: 0.99, noNaN: true });
    fc.assert(
      fc.property(share, share, (entity, frequency) => {
        const g = frequency * entity;
        expect(missedProbability(entity, frequency)).toBeCloseTo((g * (1 / frequency - 1)) / (1 - g), 9);
      }),
    );
  });
});

describe("probabilities are calibrated on made-up spans of partial sentences", () => {
  const { spans } = madeUpSpans({ seed: 2, sentences: 4000, skill: 3, shares: { PER: 0.6, LOC: 0.8 } });
  const frequency = new Map([
    ["PER", 0.6],
    ["LOC", 0.8],
  ]);
  const probability = entityProbabilityOfPartial(spans, (label) => frequency.get(label) ?? 0);

  test.each(["PER", "LOC"])("%s", (label) => {
    const c = frequency.get(label)!;
    const free = spans
      .filter((span) => span.label === label && span.state === "free")
      .map((span) => ({ ...span, missed: missedProbability(probability.at(label, span.score), c) }));
    for (const [low, high] of [
      [0, 0.1],
      [0.1, 0.4],
      [0.4, 0.7],
      [0.7, 1],
    ] as const) {
      const own = free.filter(({ missed }) => low <= missed && missed < high);
      const expected = own.reduce((sum, { missed }) => sum + missed, 0);
      const seen = own.filter(({ isEntity }) => isEntity).length;
      // Four standard deviations of a sum of so many coins, and 5 % for the fit itself.
      const tolerance =
        4 * Math.sqrt(own.reduce((sum, { missed }) => sum + missed * (1 - missed), 0)) + 0.05 * own.length;
      expect(own.length, `${low}–${high}`).toBeGreaterThan(30);
      expect(Math.abs(seen - expected), `${low}–${high}`).toBeLessThan(tolerance);
    }
  });

  test("nothing is certain", () => {
    expect(probability.at("PER", 1)).toBe(SUREST);
    expect(uncalibrated.at("PER", 1)).toBe(SUREST);
  });

  test("a type without labels has the model's own word", () => {
    expect(probability.at("NEW", 0.4)).toBe(0.4);
  });
});

test("complete labels are counted as they are", () => {
  const { spans } = madeUpSpans({ seed: 5, sentences: 0, complete: 3000, skill: 3 });
  const probability = entityProbabilityOfComplete(spans);
  const near = spans.filter(({ score }) => Math.abs(score - 0.5) < 0.05);
  const share = near.filter(({ isEntity }) => isEntity).length / near.length;
  expect(Math.abs(probability.at("PER", 0.5) - share)).toBeLessThan(0.08);
});

test("a rare type shares the curve of all; a weight of 0 is no span", () => {
  const span = (label: string, sentence: number, score: number, isLabelled: boolean): ChosenSpan => ({
    sentence,
    start: 0,
    end: 1,
    label,
    score,
    state: isLabelled ? "labelled" : "free",
    isOnLabel: isLabelled,
    isComplete: false,
    isSecond: false,
  });
  const many = Array.from({ length: 100 }, (_, i) => span("PER", 0, 0.9, i < 60));
  const rare = [span("LAW", 1, 0.9, true), span("LAW", 2, 0.9, false)];
  // Of PER alone 60 of 100; of all 61 of 102; without sentence 2, 61 of 101.
  expect(sharesByScore([...many, ...rare])("PER").at(0.9)).toBeCloseTo(0.6, 12);
  expect(sharesByScore([...many, ...rare])("LAW").at(0.9)).toBeCloseTo(61 / 102, 12);
  expect(sharesByScore([...many, ...rare], [1, 1, 0])("LAW").at(0.9)).toBeCloseTo(61 / 101, 12);
});
