import { expect, test } from "vitest";
import { Random } from "../../random.ts";
import { labelFrequency } from "./label-frequency.ts";
import type { ScoredSpan } from "./ranked-spans.ts";

const span = (label: string, score: number, isLabelled: boolean): ScoredSpan => ({
  label,
  score,
  isLabelled,
});

test("counts the spans down to the score where the top of the labelled ones ends", () => {
  const spans = [
    span("PER", 0.9, true),
    span("PER", 0.8, false),
    span("PER", 0.8, true),
    span("PER", 0.4, true),
    span("PER", 0.3, false),
    span("PER", 0.2, true),
  ];
  // Half of four labelled spans lie at 0.8 and above; with them lies one that is not labelled.
  expect(labelFrequency(spans, { top: 0.5, prior: 0 }).get("PER")).toEqual({
    share: 2 / 3,
    from: 0.8,
    labelled: 2,
    seen: 3,
  });
});

test("a rare type leans on all types together", () => {
  const spans = [
    ...Array.from({ length: 60 }, (_, i) => span("PER", 1, i < 45)),
    span("LAW", 1, true),
    span("LAW", 1, true),
  ];
  // Overall 47 of 62; LAW has 2 of 2 of its own.
  const found = labelFrequency(spans, { top: 1, prior: 20 });
  expect(found.get("LAW")!.share).toBeCloseTo((2 + (20 * 47) / 62) / 22, 12);
  expect(found.get("PER")!.share).toBeCloseTo((45 + (20 * 47) / 62) / 80, 12);
});

test("a type without any label has no share of its own", () => {
  expect(labelFrequency([span("NEW", 0.9, false)]).get("NEW")).toEqual({
    share: 1,
    from: Number.POSITIVE_INFINITY,
    labelled: 0,
    seen: 0,
  });
});

test("finds the share that was labelled, at random, in a made-up corpus", () => {
  const random = new Random(7);
  const spans = Array.from({ length: 20_000 }, () => {
    const score = random.uniform();
    const isEntity = random.uniform() < Math.min(1, score * 1.25);
    return span("PER", score, isEntity && random.uniform() < 0.7);
  });
  // At 0.8 and above all are entities. 5,600 spans or so are labelled, the top tenth of them all lie there: the
  // deviation of a share of 0.7 among some 800 is 0.016.
  expect(Math.abs(labelFrequency(spans, { top: 0.1 }).get("PER")!.share - 0.7)).toBeLessThan(0.05);
});
