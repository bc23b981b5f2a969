import { expect, test } from "vitest";
import type { Sentence } from "../data/sentence.ts";
import type { Entity } from "../data/span.ts";
import { matchModes } from "./match-mode.ts";
import { type Scored, scoreSentences } from "./score.ts";
import { countSentences, totalCounts } from "./sentence-counts.ts";

const at = (start: number, end: number, label: string): Entity => ({ start, end, label });

function sentence(entities: readonly Entity[], completeness: "complete" | "partial" = "complete"): Sentence {
  return { tokens: ["a", "b", "c", "d"], entities, completeness, source: "t" };
}

test("one row per sentence, with what the scorer would count", () => {
  const counts = countSentences([
    [sentence([at(0, 1, "A"), at(2, 3, "B")]), [at(0, 1, "A"), at(2, 3, "C"), at(3, 4, "C")]],
    [sentence([]), []],
    [sentence([at(0, 1, "A")], "partial"), [at(0, 1, "A"), at(2, 3, "A")]],
  ]);
  expect(counts.length).toBe(3);
  expect([...counts.correct]).toEqual([1, 0, 1]);
  expect([...counts.predicted]).toEqual([3, 0, 1]);
  expect([...counts.gold]).toEqual([2, 0, 1]);
});

test("totals agree with the scorer in every mode, past the first block of rows", () => {
  const pairs = Array.from(
    { length: 500 },
    (_, i): Scored => [
      sentence([at(i % 3, 3, "A"), at(0, 1, "B")]),
      [at(i % 2, 3, "A"), at(0, 1 + (i % 5), i % 7 === 0 ? "A" : "B")],
    ],
  );
  for (const mode of matchModes) {
    const { correct, predicted, gold } = scoreSentences(pairs, { mode }).micro;
    expect(totalCounts(countSentences(pairs, { mode }))).toEqual({ correct, predicted, gold });
  }
});
