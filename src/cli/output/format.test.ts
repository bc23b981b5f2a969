import { expect, test } from "vitest";
import { clock, count, countOf, percent } from "./format.ts";

test("numbers have their thousands apart, and things their plural", () => {
  expect(count(1234567)).toBe("1,234,567");
  expect([countOf(1, "word"), countOf(0, "word"), countOf(1200, "entity", "entities")]).toEqual([
    "1 word",
    "0 words",
    "1,200 entities",
  ]);
});

test("shares are percentages, and none of nothing is 0", () => {
  expect([percent(0.9306), percent(1, 8), percent(0, 0)]).toEqual(["93.1 %", "12.5 %", "0.0 %"]);
});

test("times are shown as a clock shows them", () => {
  expect([0, 9.6, 65, 3599, 7209].map(clock)).toEqual(["0:00", "0:10", "1:05", "59:59", "2:00:09"]);
});
