import { expect, test } from "vitest";
import { correctionsLine } from "./train-lines.ts";

test("what was moved, with its sign", () => {
  expect(
    correctionsLine([
      ["no name", -0.75],
      ["names of several words", 1],
      ["PER", 0],
    ]),
  ).toBe("set by dev, added to scores: no name −0.75, names of several words +1");
});

test("or that nothing was", () => {
  expect(correctionsLine([["no name", 0]])).toBe("set by dev, added to scores: nothing");
});
