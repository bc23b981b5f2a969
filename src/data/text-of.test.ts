import { expect, test } from "vitest";
import { textOf } from "./text-of.ts";

test("words are joined by a blank, but not between characters of scripts without blanks", () => {
  const { text, offsets } = textOf({ tokens: ["IBM", "在", "北", "京", "。", "OK", "😀", "!"] });
  expect(text).toBe("IBM 在北京。 OK 😀 !");
  expect(offsets).toEqual([
    [0, 3],
    [4, 5],
    [5, 6],
    [6, 7],
    [7, 8],
    [9, 11],
    [12, 14],
    [15, 16],
  ]);
});

test("a text that is there is used as it stands", () => {
  const offsets = [[1, 2]] as const;
  expect(textOf({ tokens: ["a"], text: " a ", offsets })).toEqual({ text: " a ", offsets });
});

test("empty words take no room", () => {
  expect(textOf({ tokens: ["", "a", ""] })).toEqual({
    text: "a ",
    offsets: [
      [0, 0],
      [0, 1],
      [2, 2],
    ],
  });
});
