import { expect, test } from "vitest";
import { table } from "./table.ts";

test("columns line up, numbers flush right with thousands marked", () => {
  expect(
    table([
      ["label", "count"],
      ["PER", 12345],
      ["LOC", 7],
    ]),
  ).toEqual(["label   count", "PER    12,345", "LOC         7"]);
});

test("Han takes two places, a combining accent none", () => {
  expect(
    table([
      ["人名", 1],
      ["e\u0301e\u0301xx", 2],
    ]),
  ).toEqual(["人名  1", "e\u0301e\u0301xx  2"]);
});
