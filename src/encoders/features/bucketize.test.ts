import { expect, test } from "vitest";
import { bucketize } from "./bucketize.ts";

test("a value reaches the thresholds that it is not below", () => {
  expect([0, 2, 3, 4, 99].map((value) => bucketize([2, 4, 8], value))).toEqual([0, 1, 1, 2, 3]);
});
