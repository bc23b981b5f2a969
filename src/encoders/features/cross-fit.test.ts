import fc from "fast-check";
import { expect, test } from "vitest";
import { Random } from "../../random.ts";
import { crossFit, type LabelledWords } from "./cross-fit.ts";

/** A sentence of one-word entities, and words that are none. */
const sentence = (entities: string[], others: string[] = []): LabelledWords => ({
  words: [...entities, ...others],
  entities: entities.map((_, i) => ({ start: i, end: i + 1, label: "X" })),
});

test("a surface labelled in its own part alone is hidden there, and nowhere else", () => {
  // Two parts of one sentence each, whichever is which. "rome" is labelled in both (case does not count),
  // "Oslo" only in the first, and stands unlabelled in the second.
  const fit = crossFit([sentence(["Rome", "Oslo"]), sentence(["ROME"], ["Oslo"])], 2, new Random(1));
  expect([...fit.folds].sort()).toEqual([0, 1]);
  expect(fit.options(0).isHidden!(0, 1, "X")).toBe(false);
  expect(fit.options(0).isHidden!(1, 2, "X")).toBe(true);
  expect(fit.options(1).isHidden!(0, 1, "X")).toBe(false);
  expect(fit.options(1).isHidden!(1, 2, "X")).toBe(false);
});

test("any corpus: as the definition says, and parts of equal size", () => {
  const names = fc.constantFrom("a", "b", "c", "d", "e", "f", "g");
  const corpus = fc.array(fc.tuple(fc.array(names, { maxLength: 3 }), fc.array(names, { maxLength: 3 })), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(corpus, fc.integer({ min: 2, max: 5 }), fc.nat(), (lists, folds, seed) => {
      const sentences = lists.map(([entities, others]) => sentence(entities, others));
      const fit = crossFit(sentences, folds, new Random(seed));
      const sizes = Array.from({ length: folds }, (_, f) => fit.folds.filter((fold) => fold === f).length);
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      sentences.forEach(({ words }, i) => {
        words.forEach((word, at) => {
          const parts = sentences.flatMap((other, j) =>
            other.entities.some(({ start }) => other.words[start] === word) ? [fit.folds[j]] : [],
          );
          const expected = parts.includes(fit.folds[i]) && parts.every((part) => part === fit.folds[i]);
          expect(fit.options(i).isHidden!(at, at + 1, "X")).toBe(expected);
        });
      });
    }),
  );
});

test("one fold is no cross-fitting", () => {
  expect(() => crossFit([], 1, new Random(1))).toThrow(/2 folds or more/);
});
