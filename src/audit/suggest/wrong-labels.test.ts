import { describe, expect, test } from "vitest";
import { sentence } from "../../../test/support/models/tiny-task.ts";
import { Random } from "../../random.ts";
import { type ChosenSpan, chooseCandidates } from "../calibrate/choose-candidates.ts";
import { labelErrors } from "../calibrate/label-errors.ts";
import type { Candidate } from "../predict/predictions.ts";
import { type WrongLabelOptions, wrongLabels } from "./wrong-labels.ts";

/** Scores mean what they say. */
const options: WrongLabelOptions = {
  probability: { at: (_, score) => score },
  labelError: (_, score) => score,
  labels: new Set(["PER", "LOC", "ORG"]),
  widest: null,
  nested: false,
};
const candidate = (start: number, end: number, label: string, score: number): Candidate => ({
  start,
  end,
  label,
  score,
});

function found(
  labelled: ReturnType<typeof sentence>,
  candidates: readonly Candidate[],
  more: Partial<WrongLabelOptions> = {},
) {
  const all = { ...options, ...more };
  return wrongLabels(labelled, chooseCandidates(labelled, 0, candidates, all), candidates, all);
}

describe("wrongLabels", () => {
  test("another type for the same words: what the model chose, as far as nothing speaks for the label", () => {
    const labelled = sentence("Leeds won", [[0, 1, "LOC"]]);
    const both = [candidate(0, 1, "LOC", 0.1), candidate(0, 1, "ORG", 0.8)];
    // 0.8 · (1 − 0.1)
    expect(found(labelled, both)).toEqual([
      {
        was: { start: 0, end: 1, label: "LOC" },
        instead: expect.objectContaining(candidate(0, 1, "ORG", 0.8)),
        reason: "type",
        probability: expect.closeTo(0.72, 12),
      },
    ]);
    // Where the model is surer of the label, it chooses nothing else.
    expect(found(labelled, [candidate(0, 1, "LOC", 0.9), candidate(0, 1, "ORG", 0.8)])).toEqual([]);
  });

  test("other boundaries; the likeliest of several; none that runs into another label", () => {
    const labelled = sentence("New York City Hall opened", [
      [0, 2, "LOC"],
      [3, 4, "ORG"],
    ]);
    const [only, ...others] = found(labelled, [
      candidate(0, 1, "LOC", 0.7),
      candidate(1, 3, "LOC", 0.9),
      candidate(3, 4, "ORG", 1),
    ]);
    expect(others).toEqual([]);
    // The labelled span has no score at all: nothing speaks for it.
    expect(only).toMatchObject({ reason: "boundary", probability: 0.9, was: { start: 0, end: 2 } });
    expect(only!.instead).toMatchObject({ start: 1, end: 3 });
    expect(found(labelled, [candidate(0, 4, "ORG", 0.95)])).toEqual([]);
  });

  test("says nothing about what the model cannot know or see, nor against words known to be outside", () => {
    const inner = [candidate(0, 1, "PER", 0.9)];
    expect(found(sentence("a b c d", [[0, 3, "LAW"]]), inner)).toEqual([]);
    const wide = sentence("a b c d", [[0, 3, "PER"]]);
    expect(found(wide, inner, { widest: 2 })).toEqual([]);
    expect(found(wide, inner, { widest: 3 })).toHaveLength(1);
    expect(found({ ...wide, outside: [0] }, inner, { widest: 3 })).toEqual([]);
  });

  test("where entities nest, one inside another is no contradiction", () => {
    const labelled = sentence("Bank of England", [[0, 3, "ORG"]]);
    const candidates = [candidate(2, 3, "LOC", 0.9)];
    expect(found(labelled, candidates, { nested: true })).toEqual([]);
    const type = [...candidates, candidate(0, 3, "LOC", 0.95)];
    expect(found(labelled, type, { nested: true })).toMatchObject([{ reason: "type", probability: 0.95 }]);
  });
});

describe("labelErrors", () => {
  /** A model that is right with probability `score` (all above 0.9 are right), against labels of which some are wrong. */
  function madeUp(wrong: number, seed = 1): (ChosenSpan & { readonly isLabelWrong: boolean })[] {
    const random = new Random(seed);
    return Array.from({ length: 20_000 }, (_, sentenceNumber) => {
      const score = random.uniform();
      const isModelRight = score > 0.9 || random.uniform() < score;
      const isLabelWrong = random.uniform() < wrong;
      return {
        ...candidate(0, 1, "PER", score),
        sentence: sentenceNumber,
        state: isModelRight && !isLabelWrong ? ("labelled" as const) : ("denied" as const),
        isComplete: false,
        isSecond: false,
        isOnLabel: true,
        isLabelWrong: isLabelWrong && isModelRight,
      };
    });
  }

  test("the surer the model, the likelier the label is wrong; on the whole as many as there are", () => {
    const spans = madeUp(0.1);
    const probability = labelErrors(spans);
    const denied = spans.filter(({ state }) => state === "denied");
    for (const [low, high] of [
      [0.2, 0.5],
      [0.5, 0.7],
      [0.7, 0.9],
    ] as const) {
      const own = denied.filter(({ score }) => low <= score && score < high);
      const expected = own.reduce((sum, { label, score }) => sum + probability(label, score), 0);
      const seen = own.filter(({ isLabelWrong }) => isLabelWrong).length;
      expect(seen).toBeGreaterThan(50);
      expect(Math.abs(expected / seen - 1), `${low}–${high}`).toBeLessThan(0.25);
    }
    expect(probability("PER", 0.99)).toBeGreaterThan(0.85);
    expect(probability("PER", 0.2)).toBeLessThan(0.05);
  });

  test("where labels are right, the model is not believed", () => {
    const spans = madeUp(0);
    const probability = labelErrors(spans);
    const denied = spans.filter(({ state }) => state === "denied");
    const expected = denied.reduce((sum, { label, score }) => sum + probability(label, score), 0);
    expect(expected / spans.length).toBeLessThan(0.01);
  });

  test("without labels there are no wrong ones", () => {
    expect(labelErrors([])("PER", 1)).toBe(0);
  });
});
