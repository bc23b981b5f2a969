import { expect, test } from "vitest";
import { countInterval, percentInterval, roughly } from "./numbers.ts";

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

test("intervals", () => {
  expect(countInterval({ value: 1, low: 1049.6, high: 1380.2 })).toBe("1,050 – 1,380");
  expect(percentInterval({ value: 0.7, low: 0.681, high: 0.72 })).toBe("68 % – 72 %");
});
