import { expect, test } from "vitest";
import { Random } from "../random.ts";
import { WordList } from "./word-list.ts";

const found = (words: readonly string[], tokens: readonly string[]) =>
  new WordList(words).find(tokens).map(({ start, end, word }) => [start, end, words[word]]);

test("every word that characters form, by start and end", () => {
  const words = ["中山", "中山西路", "山西", "西路", "路", "山西路", "北", "中山东路"];
  expect(found(words, [..."在中山西路"])).toEqual([
    [1, 3, "中山"],
    [1, 5, "中山西路"],
    [2, 4, "山西"],
    [2, 5, "山西路"],
    [3, 5, "西路"],
    [4, 5, "路"],
  ]);
  expect(found(words, [])).toEqual([]);
});

test("a word begins and ends with a token, and tokens may have several characters or none", () => {
  expect(found(["iPhone手机", "Phone", "机", "手"], ["iPhone", "", "手", "机"])).toEqual([
    [0, 4, "iPhone手机"],
    [2, 3, "手"],
    [3, 4, "机"],
  ]);
  expect(found(["𠀀人", "\ud840"], ["𠀀", "人"])).toEqual([[0, 2, "𠀀人"]]);
});

test("the same as looking at every span", () => {
  const random = new Random(5);
  const draw = (most: number) =>
    Array.from({ length: 1 + random.below(most) }, () => "甲乙丙"[random.below(3)]).join("");
  for (let round = 0; round < 40; round++) {
    const words = [...new Set(Array.from({ length: 12 }, () => draw(4)))];
    const tokens = Array.from({ length: random.below(9) }, () => draw(2));
    const expected: unknown[] = [];
    for (let start = 0; start < tokens.length; start++) {
      for (let end = start + 1; end <= tokens.length; end++) {
        const word = tokens.slice(start, end).join("");
        if (words.includes(word)) expected.push([start, end, word]);
      }
    }
    expect(found(words, tokens)).toEqual(expected);
  }
});

test("a list must not have a word twice", () => {
  expect(() => new WordList(["甲", "甲"])).toThrow('"甲" is twice');
});
