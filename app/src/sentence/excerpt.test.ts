import fc from "fast-check";
import { expect, test } from "vitest";
import { excerpt } from "./excerpt.ts";

test("words are cut on both sides, and the span moves with them", () => {
  expect(excerpt({ tokens: ["a", "b", "c", "d", "e", "f"] }, { start: 3, end: 4 }, 1)).toEqual({
    sentence: { tokens: ["…", "c", "d", "e", "…"] },
    span: { start: 2, end: 3 },
  });
});

test("with running text the excerpt has running text, and its offsets find the same words", () => {
  const word = fc.constantFrom("王", "ab", "👨‍👩‍👧‍👦", "é");
  fc.assert(
    fc.property(fc.array(word, { minLength: 3, maxLength: 9 }), fc.nat(), fc.nat(3), (words, any, around) => {
      const start = any % words.length;
      let text = "";
      const offsets = words.map((one) => {
        const from = text.length;
        text += one;
        const pair = [from, text.length] as const;
        text += " ";
        return pair;
      });
      const cut = excerpt({ tokens: words, text, offsets }, { start, end: start + 1 }, around);
      const found = cut.sentence.offsets!.map(([from, to]) => cut.sentence.text!.slice(from, to));
      expect(found).toEqual(cut.sentence.tokens);
      expect(cut.sentence.tokens[cut.span.start]).toBe(words[start]);
    }),
  );
});
