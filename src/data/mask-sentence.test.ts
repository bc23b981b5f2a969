import { expect, test } from "vitest";
import { Random } from "../random.ts";
import { maskSentence } from "./mask-sentence.ts";
import type { Sentence } from "./sentence.ts";
import { compareEntities } from "./span.ts";

const tokens = Array.from({ length: 30 }, (_, i) => `w${i}`);
const sentence: Sentence = {
  tokens,
  entities: tokens.map((_, i) => ({ start: i, end: Math.min(i + 2, 30), label: i % 2 ? "PER" : "LOC" })),
  completeness: "complete",
  source: "x",
};

test("labelled and hidden together are what was labelled before", () => {
  const masked = maskSentence(sentence, 0.5, new Random(1));
  expect([...masked.entities, ...masked.hidden!].sort(compareEntities)).toEqual(sentence.entities);
  expect(masked.completeness).toBe("partial");
});

test("masking twice keeps what the first time hid", () => {
  const random = new Random(1);
  const twice = maskSentence(maskSentence(sentence, 0.5, random), 0.5, random);
  expect([...twice.entities, ...twice.hidden!].sort(compareEntities)).toEqual(sentence.entities);
});

test("0 hides nothing, 1 everything, and a seed decides between", () => {
  expect(maskSentence(sentence, 0, new Random(1))).toEqual({ ...sentence, hidden: [] });
  expect(maskSentence(sentence, 1, new Random(1)).entities).toEqual([]);
  expect(maskSentence(sentence, 0.3, new Random(4))).toEqual(maskSentence(sentence, 0.3, new Random(4)));
});

test("hides the asked share: 3,000 entities at 0.3 give 900 ± 3 standard deviations", () => {
  const random = new Random(9);
  let hidden = 0;
  for (let i = 0; i < 100; i++) hidden += maskSentence(sentence, 0.3, random).hidden!.length;
  // sd = √(3000 · 0.3 · 0.7) ≈ 25.1
  expect(Math.abs(hidden - 900)).toBeLessThan(76);
});
