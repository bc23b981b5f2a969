import { expect, test } from "vitest";
import type { DebertaDesign } from "../design.ts";
import { distanceRow } from "./distance-scores.ts";

const design: DebertaDesign = {
  kind: "deberta",
  absolutePositions: false,
  positionBuckets: 8,
  maxDistance: 64,
  contentToPosition: true,
  positionToContent: true,
  sharedKeys: true,
  distanceNorm: true,
};

test("near distances have a row each, far ones share four by their logarithm", () => {
  // Beyond 4: ⌈ln(d/4) / ln(63/4) · 3⌉ + 4, so that 5 … 10, 11 … 25 and 26 … 63 are together.
  const rows = [0, 1, 4, 5, 10, 11, 25, 26, 63].map((distance) => distanceRow(distance, design) - 8);
  expect(rows).toEqual([0, 1, 4, 5, 5, 6, 6, 7, 7]);
  for (let distance = 1; distance < 64; distance++) {
    expect(distanceRow(-distance, design)).toBe(16 - distanceRow(distance, design));
  }
});

test("the buckets of the published models, 256 for 512 distances, are PyTorch's", () => {
  const real = { ...design, positionBuckets: 256, maxDistance: 512 };
  const buckets = Array.from({ length: 512 }, (_, distance) => distanceRow(distance, real) - 256);
  expect([128, 129, 130, 200, 300, 400, 511].map((distance) => buckets[distance])).toEqual([
    128, 129, 130, 169, 207, 233, 255,
  ]);
  expect(buckets.reduce((sum, bucket) => sum + bucket, 0)).toBe(87_297);
  expect(buckets.reduce((sum, bucket, distance) => sum + bucket * distance, 0)).toBe(27_457_213);
});

test("without buckets each distance has a row, up to the farthest", () => {
  const all = { ...design, positionBuckets: 0, maxDistance: 20 };
  expect([-25, -20, -3, 0, 19, 20, 63].map((distance) => distanceRow(distance, all))).toEqual([
    0, 0, 17, 20, 39, 39, 39,
  ]);
});
