import { expect, test } from "vitest";
import { sentence } from "../../test/support/tiny-task.ts";
import type { Candidate } from "./judgements.ts";
import { type WrongLabelOptions, wrongLabels } from "./wrong-labels.ts";

/** Scores mean what they say. */
const options: WrongLabelOptions = {
  probability: { at: (_, score) => score },
  labels: new Set(["PER", "LOC", "ORG"]),
  widest: null,
  nested: false,
  floor: 0.05,
};
const candidate = (start: number, end: number, label: string, score: number): Candidate => ({
  start,
  end,
  label,
  score,
});

test("another type for the same words: both must speak for it", () => {
  const labelled = sentence("Leeds won", [[0, 1, "LOC"]]);
  const found = wrongLabels(labelled, [candidate(0, 1, "LOC", 0.1), candidate(0, 1, "ORG", 0.8)], options);
  // 0.8 · (1 − 0.1)
  expect(found).toEqual([
    {
      was: { start: 0, end: 1, label: "LOC" },
      instead: candidate(0, 1, "ORG", 0.8),
      reason: "type",
      probability: expect.closeTo(0.72, 12),
    },
  ]);
  const sure = wrongLabels(labelled, [candidate(0, 1, "LOC", 0.97), candidate(0, 1, "ORG", 0.8)], options);
  // 0.8 · 0.03 is not worth a word.
  expect(sure).toEqual([]);
});

test("other boundaries; the likeliest of several, unless it runs into another label", () => {
  const labelled = sentence("New York City Hall opened", [
    [0, 2, "LOC"],
    [3, 4, "ORG"],
  ]);
  const candidates = [
    candidate(0, 4, "ORG", 0.95),
    candidate(0, 3, "LOC", 0.9),
    candidate(1, 3, "LOC", 0.3),
    candidate(3, 4, "ORG", 1),
  ];
  const [only, ...others] = wrongLabels(labelled, candidates, options);
  expect(others).toEqual([]);
  // The labelled span has no score at all: nothing speaks for it.
  expect(only).toMatchObject({ reason: "boundary", probability: 0.9, was: { start: 0, end: 2 } });
  expect(only!.instead).toMatchObject({ start: 0, end: 3 });
});

test("says nothing about what the model cannot know or see, nor against words known to be outside", () => {
  const labelled = sentence("a b c d", [[0, 3, "LAW"]]);
  const inner = [candidate(0, 1, "PER", 0.9)];
  expect(wrongLabels(labelled, inner, options)).toEqual([]);
  const wide = sentence("a b c d", [[0, 3, "PER"]]);
  expect(wrongLabels(wide, inner, { ...options, widest: 2 })).toEqual([]);
  expect(wrongLabels(wide, inner, { ...options, widest: 3 })).toHaveLength(1);
  expect(wrongLabels({ ...wide, outside: [0] }, inner, { ...options, widest: 3 })).toEqual([]);
});

test("where entities nest, one inside another is no contradiction", () => {
  const labelled = sentence("Bank of England", [[0, 3, "ORG"]]);
  const candidates = [candidate(2, 3, "LOC", 0.9), candidate(0, 3, "LOC", 0.6)];
  const found = wrongLabels(labelled, candidates, { ...options, nested: true });
  expect(found).toMatchObject([{ reason: "type", probability: 0.6 }]);
});
