import fc from "fast-check";
import { expect, test } from "vitest";
import type { TaggedText } from "../tagging/index.ts";
import { offsetUnits, tokenize } from "../text/index.ts";
import { textResult, wordsResult } from "./tag-result.ts";

/** A text in which the words `[start, end)` were found. */
function tagged(
  text: string,
  found: readonly (readonly [number, number])[],
  unseen: readonly number[] = [],
): TaggedText {
  const { tokens, offsets } = tokenize(text);
  const entities = found.map(([start, end]) => {
    const [from, to] = [offsets[start]![0], offsets[end - 1]![1]];
    return { start, end, label: "X", score: 0.123456789, from, to, text: text.slice(from, to) };
  });
  return { text, tokens, offsets, entities, unseen };
}

// "👩‍🚀 Zoë 東京": the astronaut is woman (2 units, 1 code point, 4 bytes), joiner (1, 1, 3) and rocket (2, 1, 4):
// 5 units, 3 code points, 11 bytes; then a blank; Zoë is 3, 3, 4 (ë is one code point of two bytes); a blank; 東京 2, 2, 6.
test.each([
  ["utf16", [6, 9], [10, 12]],
  ["codepoint", [4, 7], [8, 10]],
  ["byte", [12, 16], [17, 23]],
] as const)("offsets count %s", (unit, zoe, tokyo) => {
  const text = "👩‍🚀 Zoë 東京";
  const { tokens } = tokenize(text);
  const at = tokens.indexOf("Zoë");
  const last = tokens.length;
  const { entities } = textResult(
    tagged(text, [
      [at, at + 1],
      [at + 1, last],
    ]),
    unit,
  );
  expect(entities.map(({ start, end, text: own }) => [start, end, own])).toEqual([
    [...zoe, "Zoë"],
    [...tokyo, "東京"],
  ]);
});

test("in every unit the offsets cut the same text out", () => {
  const cut = {
    utf16: (text: string, start: number, end: number) => text.slice(start, end),
    codepoint: (text: string, start: number, end: number) => [...text].slice(start, end).join(""),
    byte: (text: string, start: number, end: number) => Buffer.from(text).subarray(start, end).toString(),
  };
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 30 }), fc.nat(), fc.nat(), (text, a, b) => {
      const { length } = tokenize(text).tokens;
      if (length === 0) return;
      const start = a % length;
      const end = start + 1 + (b % (length - start));
      for (const unit of offsetUnits) {
        const found = textResult(tagged(text, [[start, end]]), unit).entities[0]!;
        expect(cut[unit](text, found.start, found.end)).toBe(found.text);
      }
    }),
  );
});

test("words that could not be looked at are told as stretches", () => {
  // a b c d e: words 1, 2 and 4 were not seen, which are the units 2–5 and 8–9.
  expect(textResult(tagged("a b c d e", [], [1, 2, 4]), "utf16")).toEqual({
    entities: [],
    unseen: [
      { start: 2, end: 5 },
      { start: 8, end: 9 },
    ],
  });
  expect(wordsResult(["a", "b", "c", "d", "e"], { entities: [], unseen: [1, 2, 4] }).unseen).toEqual([
    { start: 1, end: 3 },
    { start: 4, end: 5 },
  ]);
});

test("words keep their positions, and scores six digits", () => {
  const found = { entities: [{ start: 1, end: 3, label: "__proto__", score: 0.123456789 }], unseen: [] };
  expect(wordsResult(["in", "New", "York"], found)).toEqual({
    entities: [{ start: 1, end: 3, label: "__proto__", score: 0.123457, text: "New York" }],
  });
});
