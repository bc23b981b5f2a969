import fc from "fast-check";
import { expect, test } from "vitest";
import { documentWindows, type InDocument } from "./document-windows.ts";

const sentence = (words: number, doc?: string): InDocument => ({
  tokens: new Array(words).fill("w"),
  ...(doc !== undefined && { doc }),
});
const reading = { words: 10, overlap: 0, by: "doc" } as const;
const bounds = (sentences: readonly InDocument[], options: Parameters<typeof documentWindows>[1] = reading) =>
  documentWindows(sentences, options).map(({ first, end }) => [first, end]);

test("a window takes whole sentences of a document as long as they fit", () => {
  expect(bounds([sentence(4, "a"), sentence(6, "a"), sentence(1, "a"), sentence(3, "b")])).toEqual([
    [0, 2],
    [2, 3],
    [3, 4],
  ]);
});

test("a sentence that is too long is a window by itself", () => {
  expect(bounds([sentence(2, "a"), sentence(11, "a"), sentence(2, "a")])).toEqual([
    [0, 1],
    [1, 2],
    [2, 3],
  ]);
});

test("sentences of no document are alone, or all of a file together", () => {
  const unmarked = [sentence(2), sentence(2), { ...sentence(2), source: "other" }];
  expect(bounds(unmarked)).toEqual([
    [0, 1],
    [1, 2],
    [2, 3],
  ]);
  expect(bounds(unmarked, { ...reading, by: "file" })).toEqual([
    [0, 2],
    [2, 3],
  ]);
});

test("complete and partial sentences are not mixed", () => {
  const mixed = [
    { ...sentence(2, "a"), completeness: "complete" as const },
    { ...sentence(2, "a"), completeness: "partial" as const },
    { ...sentence(2, "a"), completeness: "partial" as const },
  ];
  expect(bounds(mixed)).toEqual([
    [0, 1],
    [1, 3],
  ]);
});

test("windows overlap by whole sentences, where there is room", () => {
  const five = [4, 4, 2, 4, 9].map((words) => sentence(words, "a"));
  expect(bounds(five, { ...reading, overlap: 6 })).toEqual([
    [0, 3],
    [1, 4],
    [4, 5],
  ]);
});

test("every sentence is in a window, in order; no window is too long; overlaps stay small", () => {
  const documents = fc.array(
    fc.tuple(fc.integer({ min: 1, max: 15 }), fc.constantFrom("a", "b", undefined)),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(
      documents,
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 0, max: 20 }),
      (drawn, words, overlap) => {
        const sentences = drawn.map(([length, doc]) => sentence(length, doc));
        const lengths = (first: number, end: number) =>
          sentences.slice(first, end).reduce((sum, { tokens }) => sum + tokens.length, 0);
        let [before, seen] = [-1, 0];
        for (const { first, end } of documentWindows(sentences, { words, overlap, by: "doc" })) {
          expect(first).toBeGreaterThan(before);
          expect(first).toBeLessThanOrEqual(seen);
          expect(end).toBeGreaterThan(seen);
          expect(lengths(first, seen)).toBeLessThanOrEqual(overlap);
          if (end - first > 1) expect(lengths(first, end)).toBeLessThanOrEqual(words);
          [before, seen] = [first, end];
        }
        expect(seen).toBe(sentences.length);
      },
    ),
  );
});
