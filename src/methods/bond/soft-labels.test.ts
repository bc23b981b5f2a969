import { expect, test } from "vitest";
import { sharpened, softmaxRows } from "./soft-labels.ts";

test("squared and divided by how often a class is predicted", () => {
  // p = (1.5, 0.5). First word: 0.81/1.5 = 0.54 and 0.01/0.5 = 0.02. Second: 0.36/1.5 = 0.24 and 0.16/0.5 = 0.32.
  const [one, two] = sharpened([Float32Array.of(0.9, 0.1), Float32Array.of(0.6, 0.4)], 2);
  expect(one![0]).toBeCloseTo(0.54 / 0.56, 6);
  expect(one![1]).toBeCloseTo(0.02 / 0.56, 6);
  expect(two![0]).toBeCloseTo(0.24 / 0.56, 6);
  expect(two![1]).toBeCloseTo(0.32 / 0.56, 6);
});

test("softmax of each row", () => {
  const rows = softmaxRows(Float32Array.of(Math.log(3), 0, 1000, 1000), 2);
  for (const [i, value] of [0.75, 0.25, 0.5, 0.5].entries()) expect(rows[i]).toBeCloseTo(value, 6);
});
