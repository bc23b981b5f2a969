import { expect, test } from "vitest";
import { alignWords } from "./align-words.ts";

test.each([
  [
    "Ann left.",
    ["Ann", "left", "."],
    [
      [0, 3],
      [4, 8],
      [8, 9],
    ],
  ],
  [
    "  a  a\n",
    ["a", "a"],
    [
      [2, 3],
      [5, 6],
    ],
  ],
  [
    "😀x",
    ["😀", "x"],
    [
      [0, 2],
      [2, 3],
    ],
  ],
  ["New York", ["New York"], [[0, 8]]],
  ["", [], []],
  ["Ann left", ["left"], undefined],
  ["Ann", ["Ann", "left"], undefined],
  ["Ann left", ["Ann"], undefined],
])("%j by %j", (text, words, offsets) => {
  expect(alignWords(text, words)).toEqual(offsets);
});
