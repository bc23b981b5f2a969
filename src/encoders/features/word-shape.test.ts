import { expect, test } from "vitest";
import { wordShape } from "./word-shape.ts";

test.each([
  ["Amsterdam-2024", "Xxxxx-dddd"],
  ["IBM", "XXX"],
  ["UNITED", "XXXX"],
  ["i", "x"],
  ["1996-08-22", "dddd-dd-dd"],
  ["Ångström", "Xxxxx"],
  ["Москва", "Xxxxx"],
  ["北京", "cc"],
  ["٣", "d"],
  ["$12.5m", "$dd.dx"],
  ["......", "...."],
  ["😀😀", "😀😀"],
  ["", ""],
])("%s looks like %s", (word, shape) => {
  expect(wordShape(word)).toBe(shape);
});
