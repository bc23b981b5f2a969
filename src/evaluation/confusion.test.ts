import fc from "fast-check";
import { expect, test } from "vitest";
import type { Sentence } from "../data/sentence.ts";
import type { Entity } from "../data/span.ts";
import { confusionOf } from "./confusion.ts";
import { type Scored, scoreSentences } from "./score.ts";

const at = (start: number, end: number, label: string): Entity => ({ start, end, label });

function sentence(entities: readonly Entity[], completeness: "complete" | "partial" = "complete"): Sentence {
  const tokens = Array.from({ length: 12 }, (_, i) => `w${i}`);
  return { tokens, entities, completeness, source: "t" };
}

test("counts by hand", () => {
  const table = confusionOf([
    // PER right, LOC taken for ORG, MISC not found.
    [
      sentence([at(0, 1, "PER"), at(2, 3, "LOC"), at(4, 5, "MISC")]),
      [at(0, 1, "PER"), at(2, 3, "ORG"), at(6, 8, "ORG")],
    ],
    // Other words are no confusion: LOC [0,2) is missed and ORG [0,1) spurious.
    [sentence([at(0, 2, "LOC")]), [at(0, 1, "ORG")]],
    // On unknown words.
    [sentence([], "partial"), [at(0, 1, "PER")]],
  ]);
  expect(table).toEqual({
    labels: ["LOC", "MISC", "ORG", "PER"],
    matrix: [
      [0, 0, 1, 0],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
      [0, 0, 0, 1],
    ],
    missed: [1, 1, 0, 0],
    spurious: [0, 0, 2, 0],
    ignored: 1,
  });
});

test("two labels on the same words: what agrees is paired first", () => {
  // Gold A and B, predicted B and C: B is B, and A was taken for C.
  const table = confusionOf([[sentence([at(0, 1, "A"), at(0, 1, "B")]), [at(0, 1, "C"), at(0, 1, "B")]]]);
  expect(table.labels).toEqual(["A", "B", "C"]);
  expect(table.matrix).toEqual([
    [0, 0, 1],
    [0, 1, 0],
    [0, 0, 0],
  ]);
  expect([table.missed, table.spurious]).toEqual([
    [0, 0, 0],
    [0, 0, 0],
  ]);
});

test("labels called __proto__ and constructor are labels", () => {
  const table = confusionOf([[sentence([at(0, 1, "__proto__")]), [at(0, 1, "constructor")]]]);
  expect(JSON.parse(JSON.stringify(table))).toMatchObject({
    labels: ["__proto__", "constructor"],
    matrix: [
      [0, 1],
      [0, 0],
    ],
  });
});

const entity = fc
  .tuple(fc.nat(8), fc.integer({ min: 1, max: 3 }), fc.constantFrom("A", "B", "C"))
  .map(([start, width, label]) => at(start, start + width, label));
const list = fc.array(entity, { maxLength: 6 });

test("rows add up to gold, columns to predictions, the diagonal to what is right", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(list, list, fc.constantFrom("complete" as const, "partial" as const)), {
        maxLength: 6,
      }),
      (corpus) => {
        const pairs = corpus.map(([gold, predicted, state]): Scored => [sentence(gold, state), predicted]);
        const { labels, matrix, missed, spurious, ignored } = confusionOf(pairs);
        const score = scoreSentences(pairs);
        const sum = (numbers: readonly number[]) => numbers.reduce((total, count) => total + count, 0);
        const counted = labels.map((label, i) => ({
          label,
          correct: matrix[i]![i]!,
          gold: sum(matrix[i]!) + missed[i]!,
          predicted: sum(matrix.map((row) => row[i]!)) + spurious[i]!,
        }));
        const expected = score.perType
          .filter((type) => type.gold + type.predicted > 0)
          .map(({ label, correct, gold, predicted }) => ({ label, correct, gold, predicted }));
        expect(counted).toEqual(expected);
        expect(ignored).toBe(score.ignored);
      },
    ),
  );
});
