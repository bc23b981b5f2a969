import { expect, test } from "vitest";
import { counted, countInterval, percent, percentInterval, roughly } from "./numbers.ts";

test("estimates are written to two digits", () => {
  expect([0, 0.4, 7.6, 45.2, 99.7, 213, 9213, 12_345, 9_960, Number.NaN].map(roughly)).toEqual([
    "0",
    "0",
    "8",
    "45",
    "100",
    "210",
    "9,200",
    "12,000",
    "10,000",
    "–",
  ]);
});

test("shares that are nearly all or nothing are not written as such", () => {
  expect([0, 0.001, 0.5, 0.714, 0.999, 1, Number.NaN].map(percent)).toEqual([
    "0 %",
    "< 1 %",
    "50 %",
    "71 %",
    "> 99 %",
    "100 %",
    "–",
  ]);
});

test("intervals and counts", () => {
  expect(countInterval({ value: 1, low: 1049.6, high: 1380.2 })).toBe("1,050 – 1,380");
  expect(percentInterval({ value: 0.7, low: 0.681, high: 0.72 })).toBe("68 % – 72 %");
  expect([counted(1, "label"), counted(2, "label"), counted(1000, "entity", "entities")]).toEqual([
    "1 label",
    "2 labels",
    "1,000 entities",
  ]);
});
