import fc from "fast-check";
import { expect, test } from "vitest";
import { Random } from "../random.ts";
import { candidateSpans, uniformNegatives } from "../samplers/index.ts";
import {
  cleanDrawLowerBound,
  cleanDrawProbability,
  createMissampling,
  drawnShare,
  missamplingRate,
} from "./missampling.ts";

const span = (start: number, end: number) => ({ start, end });

test("the rate is the share of all drawn negatives that are hidden entities", () => {
  const sentences = [
    { negatives: [span(0, 1), span(2, 4), span(3, 4)], hidden: [span(2, 4), span(5, 6)] },
    { negatives: [span(0, 2)], hidden: [] },
    // The words alone decide: a span that only overlaps the hidden one is a fair negative. Two labels are one span.
    { negatives: [span(0, 2), span(1, 2)], hidden: [span(1, 2), span(1, 2)] },
    { negatives: [], hidden: [span(0, 1)] },
  ];
  // 1 + 0 + 1 + 0 of 3 + 1 + 2 + 0.
  expect(missamplingRate(sentences)).toBeCloseTo(2 / 6, 12);
  const counter = createMissampling();
  for (const { negatives, hidden } of sentences) counter.add(negatives, hidden);
  expect(counter.result()).toEqual({ negatives: 6, missampled: 2, rate: 2 / 6 });
  expect(missamplingRate([])).toBe(0);
});

test("Eq. 6 by hand", () => {
  // Four words have 10 spans, 9 without the labelled one; ⌈0.5·4⌉ = 2 draws: (1 − 1/9)(1 − 1/8) = 7/9.
  expect(cleanDrawProbability({ words: 4, labelled: 1, hidden: 1, rate: 0.5 })).toBeCloseTo(7 / 9, 12);
  // 30 words, two labelled and two missed, 11 of 463 drawn: (452·451)/(463·462) = 0.95300.
  expect(cleanDrawProbability({ words: 30, labelled: 2, hidden: 2, rate: 0.35 })).toBeCloseTo(0.953, 4);
  expect(cleanDrawProbability({ words: 30, labelled: 2, hidden: 0, rate: 0.35 })).toBe(1);
  // One word, one span, and it is missed: it must be drawn.
  expect(cleanDrawProbability({ words: 1, labelled: 0, hidden: 1, rate: 1 })).toBe(0);
});

test("Eq. 6 is the chance of drawing k of N and none of h: C(N−h, k) / C(N, k)", () => {
  const choose = (n: number, k: number): number => (k === 0 ? 1 : k > n ? 0 : (choose(n - 1, k - 1) * n) / k);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12 }),
      fc.nat(3),
      fc.nat(5),
      fc.double({ min: 0.05, max: 1, noNaN: true }),
      (words, labelled, hidden, rate) => {
        const candidates = (words * (words + 1)) / 2 - labelled;
        fc.pre(candidates >= hidden && candidates > 0);
        const draws = Math.min(Math.ceil(rate * words), candidates);
        const expected = choose(candidates - hidden, draws) / choose(candidates, draws);
        expect(cleanDrawProbability({ words, labelled, hidden, rate })).toBeCloseTo(expected, 9);
      },
    ),
  );
});

test("Eq. 11 gives the stated 0.906 for λ = 0.1 and n = 20", () => {
  // 1 − 4·0.1·√20/19 = 1 − 1.78885/19 = 1 − 0.09415 = 0.90585.
  expect(cleanDrawLowerBound({ words: 20, rate: 0.1 })).toBeCloseTo(0.90585, 5);
  expect(cleanDrawLowerBound({ words: 20, rate: 0.1 }).toFixed(3)).toBe("0.906");
});

test("Eq. 11 rises with the length towards 1, and says nothing of very short sentences", () => {
  const bounds = [2, 5, 10, 20, 100, 1000, 1e6].map((words) => cleanDrawLowerBound({ words, rate: 0.5 }));
  expect(bounds).toEqual(bounds.toSorted((a, b) => a - b));
  expect(bounds[0]).toBe(0); // 1 − 2·√2 < 0
  expect(bounds.at(-1)).toBeCloseTo(0.998, 6); // 1 − 2·1000/999999
  expect(cleanDrawLowerBound({ words: 1, rate: 1 })).toBe(0);
});

test("Eq. 6 is above Eq. 11 whenever m + |ŷ| ≤ √n and λn ≥ 1", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 400 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (words, rateShare, entityShare, hiddenShare) => {
        const rate = 1 / words + rateShare * (1 - 1 / words);
        const entities = Math.floor(entityShare * Math.sqrt(words));
        const hidden = Math.round(hiddenShare * entities);
        const q = cleanDrawProbability({ words, labelled: entities - hidden, hidden, rate });
        expect(q).toBeGreaterThan(cleanDrawLowerBound({ words, rate }));
      },
    ),
    { numRuns: 2000 },
  );
});

test("Eq. 6 with a widest span counts the candidates of the sampler as it runs", () => {
  // Six words have 6 + 5 = 11 spans of at most two words, 10 without the labelled one; ⌈0.5·6⌉ = 3 draws that avoid one:
  // 9/10 · 8/9 · 7/8 = 7/10. Of all 21 spans: 19/20 · 18/19 · 17/18 = 17/20.
  const drawn = { words: 6, labelled: 1, hidden: 1, rate: 0.5 };
  expect(cleanDrawProbability({ ...drawn, maxWidth: 2 })).toBeCloseTo(0.7, 12);
  expect(cleanDrawProbability(drawn)).toBeCloseTo(0.85, 12);
  expect(cleanDrawProbability({ ...drawn, maxWidth: 60 })).toBe(cleanDrawProbability(drawn));
  const tokens = Array.from({ length: 6 }, (_, i) => `w${i}`);
  const candidates = candidateSpans({ tokens, entities: [{ start: 0, end: 2, label: "X" }] }, 2);
  const random = new Random(3);
  let clean = 0;
  for (let i = 0; i < 10_000; i++) {
    if (uniformNegatives(candidates, 0.5, random).every(({ start, end }) => start !== 3 || end !== 4))
      clean++;
  }
  // Four deviations of √(0.7·0.3/10000) = 0.0046.
  expect(Math.abs(clean / 10_000 - 0.7)).toBeLessThan(0.0184);
});

test("Eq. 11 with a widest span is below Eq. 6 with it whenever m + |ŷ| ≤ √n", () => {
  let informative = 0;
  for (let words = 2; words <= 120; words++) {
    for (const maxWidth of [1, 2, 5, 10, 200]) {
      for (const rate of [1 / words, 0.1, 0.35, 1]) {
        const bound = cleanDrawLowerBound({ words, rate, maxWidth });
        if (bound > 0) informative++;
        for (let entities = 0; entities <= Math.sqrt(words); entities++) {
          for (let hidden = 0; hidden <= entities; hidden++) {
            const q = cleanDrawProbability({ words, labelled: entities - hidden, hidden, rate, maxWidth });
            expect(q).toBeGreaterThanOrEqual(bound - 1e-12);
          }
        }
      }
    }
  }
  expect(informative).toBeGreaterThan(1000);
});

test("Eq. 13: for 20 words at most 11.76 % of the true negatives are drawn, and fewer than that in fact", () => {
  expect(2 / (20 - 3)).toBeCloseTo(0.1176, 4);
  // λ = 0.35: 7 of 210 − 4 spans; of the 155 spans of at most ten words 7 of 151.
  expect(drawnShare({ words: 20, entities: 4, rate: 0.35 })).toBeCloseTo(7 / 206, 12);
  expect(drawnShare({ words: 20, entities: 4, rate: 0.35, maxWidth: 10 })).toBeCloseTo(7 / 151, 12);
  expect(drawnShare({ words: 1, entities: 0, rate: 1 })).toBe(1);
  for (let words = 4; words <= 200; words++) {
    const entities = Math.floor(Math.sqrt(words));
    expect(drawnShare({ words, entities, rate: 1 })).toBeLessThanOrEqual(2 / (words - 3));
  }
});
