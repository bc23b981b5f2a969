import { expect, test } from "vitest";
import { dimAt, dimsOf, sizeAt } from "./shape.ts";

test("sizes of axes, counted from either end", () => {
  expect(dimAt(["words", 4], 0)).toBe("words");
  expect(dimAt([3, 4], -1)).toBe(4);
  expect(sizeAt(["words", 4], 1)).toBe(4);
  const [batch, words] = dimsOf({ shape: ["batch", "words"] }, 2);
  expect([batch, words]).toEqual(["batch", "words"]);
});

test("an axis that is not there, or not known yet, is refused", () => {
  expect(() => dimAt(["words", 4], 2)).toThrow("axis 2 does not exist in [words, 4]");
  expect(() => sizeAt(["words", 4], 0)).toThrow("axis 0 of [words, 4] must be a number");
  expect(() => dimsOf({ shape: ["words", 4] }, 3)).toThrow("[words, 4] does not have 3 axes");
});
