import { expect, test } from "vitest";
import { spanKey } from "../data/span.ts";
import { candidateSpans } from "./candidate-spans.ts";
import { type FractionNegativesOptions, fractionNegatives } from "./fraction-negatives.ts";

const tokens = Array.from({ length: 6 }, (_, i) => `w${i}`);
// 21 spans of 6 words, one annotated: 20 candidates.
const candidates = candidateSpans({ tokens, entities: [{ start: 2, end: 4, label: "ORG" }] }, 10);

const draw = (sentence: number, epoch: number, options?: FractionNegativesOptions) =>
  fractionNegatives(candidates, { seed: 7, sentence, epoch }, options).map(spanKey);

test("draws half, rounded up, each as often as the others", () => {
  const counts = new Map<string, number>();
  const runs = 4000;
  for (let sentence = 0; sentence < runs; sentence++) {
    const drawn = draw(sentence, 0);
    expect(new Set(drawn).size).toBe(10);
    for (const key of drawn) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  expect(counts.size).toBe(20);
  // Chance 1/2: 2000 ± √(4000/4) = 32. Four deviations: 127.
  for (const [key, count] of counts) expect(Math.abs(count - 2000), key).toBeLessThan(127);
});

test("once: the same spans in every epoch; epoch: others in each, and again the same when asked again", () => {
  expect(draw(3, 5)).toEqual(draw(3, 0));
  expect(draw(4, 0)).not.toEqual(draw(3, 0));
  const anew = { resample: "epoch" } as const;
  expect(draw(3, 5, anew)).not.toEqual(draw(3, 0, anew));
  expect(draw(3, 5, anew)).toEqual(draw(3, 5, anew));
});

test("draws in different epochs are independent", () => {
  // A candidate drawn in one epoch is drawn in the next with chance 1/2: 10 of 20 stay on average 5.
  // Over 1000 pairs the mean deviates by √(20·¼·¼·20/19/1000) = 0.036; four deviations: 0.15.
  let shared = 0;
  for (let epoch = 0; epoch < 1000; epoch++) {
    const first = new Set(draw(1, epoch, { resample: "epoch" }));
    shared += draw(1, epoch + 1, { resample: "epoch" }).filter((key) => first.has(key)).length;
  }
  expect(Math.abs(shared / 1000 - 5)).toBeLessThan(0.15);
});

test("other fractions, all and none", () => {
  expect(draw(0, 0, { fraction: 1 })).toHaveLength(20);
  expect(draw(0, 0, { fraction: 0 })).toHaveLength(0);
  expect(draw(0, 0, { fraction: 0.26 })).toHaveLength(6); // ⌈5.2⌉
  expect(() => draw(0, 0, { fraction: 2 })).toThrow("0 … 1");
});
