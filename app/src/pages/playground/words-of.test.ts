import fc from "fast-check";
import { expect, test } from "vitest";
import { wordsOf } from "./words-of.ts";

test("an entity that ends before a full stop cuts the word there", () => {
  const text = "Anna saw Rome.";
  const { sentence, entities } = wordsOf(text, [
    { start: 0, end: 4, label: "PER" },
    { start: 9, end: 13, label: "LOC" },
  ]);
  expect(sentence.tokens).toEqual(["Anna", "saw", "Rome", "."]);
  expect(entities).toEqual([
    { start: 0, end: 1, label: "PER" },
    { start: 2, end: 3, label: "LOC" },
  ]);
});

test("Chinese without blanks is cut at its entities, nested ones too", () => {
  const { sentence, entities } = wordsOf("我在北京大学。", [
    { start: 2, end: 6, label: "ORG" },
    { start: 2, end: 4, label: "LOC" },
  ]);
  expect(sentence.tokens).toEqual(["我在", "北京", "大学", "。"]);
  expect(entities.map(({ start, end }) => [start, end])).toEqual([
    [1, 3],
    [1, 2],
  ]);
});

test("every entity that begins and ends at a sign comes back with its own text", () => {
  const text = "ab cd  ef\ng 👍 hi, jkl.";
  const place = fc.nat(text.length - 1).filter((at) => /\S/.test(text[at]!));
  fc.assert(
    fc.property(fc.array(fc.tuple(place, place), { maxLength: 5 }), (pairs) => {
      const wanted = pairs.map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) + 1, label: "X" }));
      const { sentence, entities } = wordsOf(text, wanted);
      const found = entities.map(({ start, end }) =>
        text.slice(sentence.offsets[start]![0], sentence.offsets[end - 1]![1]),
      );
      expect(found).toEqual(wanted.map(({ start, end }) => text.slice(start, end)));
    }),
  );
});
