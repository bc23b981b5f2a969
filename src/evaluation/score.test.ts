import fc from "fast-check";
import { expect, test } from "vitest";
import type { Sentence } from "../data/sentence.ts";
import { type Entity, entityKey } from "../data/span.ts";
import { matchModes } from "./match-mode.ts";
import { createScorer, type Scored, scoreSentences } from "./score.ts";

const at = (start: number, end: number, label: string): Entity => ({ start, end, label });

function sentence(entities: readonly Entity[], more: Partial<Sentence> = {}): Sentence {
  const tokens = Array.from({ length: 12 }, (_, i) => `w${i}`);
  return { tokens, entities, completeness: "complete", source: "t", ...more };
}

const example: readonly Scored[] = [
  [sentence([at(0, 2, "PER"), at(3, 4, "LOC")]), [at(0, 2, "PER"), at(3, 4, "ORG")]],
  [sentence([at(1, 2, "PER")]), [at(1, 3, "PER"), at(4, 5, "LOC")]],
];

test("exact scores of two sentences, by hand", () => {
  // Right: PER [0,2). Gold 3, predicted 4. P = 1/4, R = 1/3, F1 = 2·1/(3+4) = 2/7.
  // PER 1 of 2 and 1 of 2; LOC 0 of 1 and 0 of 1; ORG 0 of 1 predicted, none in gold.
  // Macro: (50 + 0 + 0) / 3 in each column.
  const result = scoreSentences(example);
  expect(result.mode).toBe("exact");
  expect(result.sentences).toBe(2);
  expect(result.micro).toMatchObject({ correct: 1, predicted: 4, gold: 3, precision: 25 });
  expect(result.micro.recall).toBeCloseTo(100 / 3, 10);
  expect(result.micro.f1).toBeCloseTo(200 / 7, 10);
  expect(result.macro.precision).toBeCloseTo(50 / 3, 10);
  expect(result.macro.recall).toBeCloseTo(50 / 3, 10);
  expect(result.macro.f1).toBeCloseTo(50 / 3, 10);
  expect(result.perType).toEqual([
    { label: "LOC", correct: 0, predicted: 1, gold: 1, ignored: 0, precision: 0, recall: 0, f1: 0 },
    { label: "ORG", correct: 0, predicted: 1, gold: 0, ignored: 0, precision: 0, recall: 0, f1: 0 },
    { label: "PER", correct: 1, predicted: 2, gold: 2, ignored: 0, precision: 50, recall: 50, f1: 50 },
  ]);
});

test.each([
  // Same words: [0,2) and [3,4).
  ["boundary", 2],
  // Same start and label: PER at 0, PER at 1.
  ["start", 2],
  // Same end and label: PER ending at 2 in the first sentence only; in the second 2 is not 3.
  ["end", 1],
  // A word in common and the same label: PER [0,2), and PER [1,2) with [1,3).
  ["overlap", 2],
] as const)("%s finds %i of the example's 3 entities", (mode, correct) => {
  const { micro } = scoreSentences(example, { mode });
  expect(micro).toMatchObject({ correct, predicted: 4, gold: 3 });
  expect(micro.f1).toBeCloseTo((200 * correct) / 7, 10);
});

test("boundary has no labels: no types, and macro is micro", () => {
  const { micro, macro, perType } = scoreSentences(example, { mode: "boundary" });
  expect(perType).toEqual([]);
  expect(macro).toEqual({ precision: micro.precision, recall: micro.recall, f1: micro.f1 });
  expect(macro.precision).toBe(50);
});

test("nested entities and two labels on the same words each count", () => {
  // University of [Leeds]: ORG [0,3) with LOC [2,3); the words [5,6) are PER and ORG at once.
  const gold = sentence([at(0, 3, "ORG"), at(2, 3, "LOC"), at(5, 6, "PER"), at(5, 6, "ORG")]);
  const { micro } = scoreSentences([[gold, [at(0, 3, "ORG"), at(2, 3, "LOC"), at(5, 6, "ORG")]]]);
  expect(micro).toMatchObject({ correct: 3, predicted: 3, gold: 4, precision: 100, recall: 75 });
});

test("repetitions count once, in gold and in predictions", () => {
  const gold = sentence([at(0, 1, "A"), at(0, 1, "A"), at(2, 3, "A")]);
  const { micro } = scoreSentences([[gold, [at(0, 1, "A"), { ...at(0, 1, "A"), score: 0.4 }]]]);
  expect(micro).toMatchObject({ correct: 1, predicted: 1, gold: 2 });
});

test("nothing over nothing is 0, as conlleval prints it", () => {
  const zero = { precision: 0, recall: 0, f1: 0 };
  expect(scoreSentences([])).toMatchObject({ sentences: 0, micro: zero, macro: zero, perType: [] });
  expect(scoreSentences([[sentence([]), []]])).toMatchObject({ sentences: 1, micro: zero });
});

test("a partial sentence: predictions on unknown words cost nothing, and are counted apart", () => {
  // Gold PER [0,1) is found. LOC [4,5) lies on unknown words: ignored. PER [0,2) shares a word with gold: wrong.
  const predicted = [at(0, 1, "PER"), at(4, 5, "LOC"), at(0, 2, "PER")];
  const partial = scoreSentences([[sentence([at(0, 1, "PER")], { completeness: "partial" }), predicted]]);
  expect(partial.micro).toMatchObject({ correct: 1, predicted: 2, gold: 1, precision: 50, recall: 100 });
  expect(partial.ignored).toBe(1);
  // LOC occurs only in what is ignored, so macro is PER alone; the table still says where it went.
  expect(partial.macro.precision).toBe(50);
  expect(partial.perType.map(({ label, predicted, ignored }) => ({ label, predicted, ignored }))).toEqual([
    { label: "LOC", predicted: 0, ignored: 1 },
    { label: "PER", predicted: 2, ignored: 0 },
  ]);

  const complete = scoreSentences([[sentence([at(0, 1, "PER")]), predicted]]);
  expect(complete.micro).toMatchObject({ correct: 1, predicted: 3, gold: 1 });
  expect(complete.ignored).toBe(0);
});

test("never reads what masking hid", () => {
  const gold = sentence([at(0, 1, "PER")], { completeness: "partial" });
  Object.defineProperty(gold, "hidden", {
    get: () => {
      throw new Error("hidden was read");
    },
  });
  for (const mode of matchModes) {
    expect(scoreSentences([[gold, [at(0, 1, "PER"), at(5, 6, "PER")]]], { mode }).micro.predicted).toBe(1);
  }
});

test("labels called __proto__ and constructor survive JSON", () => {
  const gold = sentence([at(0, 1, "__proto__"), at(2, 3, "constructor")]);
  const result = scoreSentences([[gold, [at(0, 1, "__proto__")]]]);
  const back = JSON.parse(JSON.stringify(result)) as typeof result;
  expect(back).toEqual(result);
  expect(back.perType.map(({ label, f1 }) => [label, f1])).toEqual([
    ["__proto__", 100],
    ["constructor", 0],
  ]);
});

const entity = fc
  .tuple(fc.nat(8), fc.integer({ min: 1, max: 3 }), fc.constantFrom("A", "B", "C"))
  .map(([start, width, label]) => at(start, start + width, label));
const list = fc.array(entity, { maxLength: 6 });
const corpus = fc.array(fc.tuple(list, list), { maxLength: 6 });

test.each(matchModes)("%s: swapping gold and predictions swaps precision and recall", (mode) => {
  fc.assert(
    fc.property(corpus, (pairs) => {
      const there = scoreSentences(
        pairs.map(([a, b]): Scored => [sentence(a), b]),
        { mode },
      );
      const back = scoreSentences(
        pairs.map(([a, b]): Scored => [sentence(b), a]),
        { mode },
      );
      expect(back.micro).toMatchObject({
        correct: there.micro.correct,
        precision: there.micro.recall,
        recall: there.micro.precision,
      });
      expect(back.micro.f1).toBeCloseTo(there.micro.f1, 9);
      expect(back.macro.precision).toBeCloseTo(there.macro.recall, 9);
    }),
  );
});

test("agrees with plain set arithmetic", () => {
  fc.assert(
    fc.property(corpus, (pairs) => {
      const key = (side: 0 | 1) =>
        new Set(pairs.flatMap((pair, i) => pair[side].map((e) => `${i} ${entityKey(e)}`)));
      const [gold, predicted] = [key(0), key(1)];
      const correct = [...gold].filter((k) => predicted.has(k)).length;
      const { micro } = scoreSentences(pairs.map(([a, b]): Scored => [sentence(a), b]));
      expect(micro).toMatchObject({ correct, gold: gold.size, predicted: predicted.size });
      // F1 = 2·correct / (gold + predicted), the other way to write it.
      const f1 = correct === 0 ? 0 : (200 * correct) / (gold.size + predicted.size);
      expect(micro.f1).toBeCloseTo(f1, 9);
    }),
  );
});

test("F1 is ordered: exact ≤ boundary, exact ≤ start and end ≤ overlap", () => {
  fc.assert(
    fc.property(corpus, fc.constantFrom("complete" as const, "partial" as const), (pairs, completeness) => {
      const [exact, boundary, start, end, overlap] = matchModes.map(
        (mode) =>
          scoreSentences(
            pairs.map(([a, b]): Scored => [sentence(a, { completeness }), b]),
            { mode },
          ).micro.f1,
      ) as [number, number, number, number, number];
      const slack = 1e-9;
      expect(exact).toBeLessThanOrEqual(Math.min(boundary, start, end) + slack);
      expect(Math.max(start, end)).toBeLessThanOrEqual(overlap + slack);
    }),
  );
});

test("partial gold forgives false alarms only: same correct and gold, precision no lower", () => {
  fc.assert(
    fc.property(corpus, (pairs) => {
      const score = (completeness: "complete" | "partial") =>
        scoreSentences(pairs.map(([a, b]): Scored => [sentence(a, { completeness }), b]));
      const [complete, partial] = [score("complete"), score("partial")];
      expect(partial.micro.correct).toBe(complete.micro.correct);
      expect(partial.micro.gold).toBe(complete.micro.gold);
      expect(partial.micro.predicted + partial.ignored).toBe(complete.micro.predicted);
      expect(partial.micro.precision).toBeGreaterThanOrEqual(complete.micro.precision);
    }),
  );
});

test("a stream and a list give the same result, and asking early changes nothing", () => {
  const scorer = createScorer();
  for (const [gold, predicted] of example) {
    scorer.add(gold, predicted);
    scorer.result();
  }
  expect(scorer.result()).toEqual(scoreSentences(example));
});
