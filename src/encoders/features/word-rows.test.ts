import { expect, test } from "vitest";
import { characterNgrams } from "./word-rows.ts";

const shown = (ngrams: readonly string[]) =>
  ngrams.map((n) => n.replace("\uE000", "^").replace("\uE001", "$"));

test("ends are marked and characters are code points", () => {
  expect(shown(characterNgrams("Rome", 3, 16))).toEqual(["^Ro", "Rom", "ome", "me$"]);
  expect(shown(characterNgrams("a😀", 3, 16))).toEqual(["^a😀", "a😀$"]);
  expect(shown(characterNgrams("I", 3, 16))).toEqual(["^I$"]);
});

test("a word shorter than an n-gram is one n-gram, also the empty word", () => {
  expect(shown(characterNgrams("I", 5, 16))).toEqual(["^I$"]);
  expect(shown(characterNgrams("", 3, 16))).toEqual(["^$"]);
});

test("of a long word the n-grams at both ends are kept", () => {
  // ^abcdefg$ has 7 trigrams: ^ab abc bcd cde def efg fg$.
  expect(shown(characterNgrams("abcdefg", 3, 5))).toEqual(["^ab", "abc", "bcd", "efg", "fg$"]);
  expect(shown(characterNgrams("abcdefg", 3, 7))).toHaveLength(7);
});
