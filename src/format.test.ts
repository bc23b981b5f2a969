import { describe, expect, test } from "vitest";
import { clock, counted, formatDuration, formatNumber, percent, percentOf, rounded } from "./format.ts";

describe("formatNumber", () => {
  test.each([
    [0, undefined, "0"],
    [1234567, undefined, "1,234,567"],
    [999, undefined, "999"],
    [1234.56789, undefined, "1,234.6"],
    [0.000123456, undefined, "0.00012346"],
    [-0.5, undefined, "−0.5"],
    [1e-9, undefined, "1e-9"],
    [Number.NaN, undefined, "–"],
    [Number.POSITIVE_INFINITY, 2, "–"],
    [85.306, 2, "85.31"],
    [-0.001, 2, "0.00"],
    [1234567.8, 1, "1,234,567.8"],
    [0.12345, 4, "0.1235"],
    [1e22, 0, "1e+22"],
  ])("%d with %s digits is %s", (value, digits, text) => {
    expect(formatNumber(value, digits)).toBe(text);
  });
});

describe("formatDuration", () => {
  test.each([
    [0, "0.0 s"],
    [9.94, "9.9 s"],
    [9.96, "10 s"],
    [59.4, "59 s"],
    [59.6, "1 min"],
    [200, "3 min 20 s"],
    [3600, "1 h"],
    [7500, "2 h 5 min"],
    // 59 minutes and 45 seconds past an hour round to the next hour.
    [3600 + 3585, "2 h"],
    [Number.NaN, "–"],
  ])("%d", (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });
});

test("shares that are nearly all or nothing are not written as such", () => {
  expect([0, 0.001, 0.005, 0.5, 0.714, 0.995, 0.9999, 1, Number.NaN].map((share) => percent(share))).toEqual([
    "0 %",
    "< 1 %",
    "1 %",
    "50 %",
    "71 %",
    "> 99 %",
    "> 99 %",
    "100 %",
    "–",
  ]);
  expect([0.9999, 0.12345].map((share) => percent(share, 1))).toEqual(["100.0 %", "12.3 %"]);
});

test("numbers with their nouns", () => {
  expect([counted(1, "label"), counted(2, "label"), counted(1000, "entity", "entities")]).toEqual([
    "1 label",
    "2 labels",
    "1,000 entities",
  ]);
});

test("numbers are rounded to decimals", () => {
  expect([rounded(1.23456, 3), rounded(-0.00004, 4), rounded(12, 2)]).toEqual([1.235, -0, 12]);
});

test("parts are percentages of a whole, and none of nothing is 0", () => {
  expect([percentOf(0.9306, 1), percentOf(1, 8), percentOf(0, 0)]).toEqual(["93.1 %", "12.5 %", "0.0 %"]);
});

test("times are shown as a clock shows them", () => {
  expect([0, 9.6, 65, 3599, 7209].map(clock)).toEqual(["0:00", "0:10", "1:05", "59:59", "2:00:09"]);
});
