import { expect, test } from "vitest";
import { detectUnit } from "./detect-unit.ts";

test("a corpus is cut by character if at least 95 of 100 tokens that are not blank are single characters", () => {
  const tokens = (single: number, longer: number) => [
    [...Array<string>(single).fill("米"), ...Array<string>(longer).fill("ab"), " ", "\u3000", ""],
  ];
  expect(detectUnit(tokens(95, 5))).toBe("characters");
  expect(detectUnit(tokens(94, 6))).toBe("words");
});

test("surrogate pairs and letters with their accents are single characters", () => {
  expect(detectUnit([["𠮷", "e\u0301"]])).toBe("characters");
});

test("nothing to go by means words", () => {
  expect(detectUnit([])).toBe("words");
  expect(detectUnit([[" "]])).toBe("words");
});
