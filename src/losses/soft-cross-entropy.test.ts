import { expect, test } from "vitest";
import { checkCase } from "../../test/graph/check-case.ts";
import { evaluate, input } from "../graph/index.ts";
import { softCrossEntropy } from "./soft-cross-entropy.ts";

const loss = softCrossEntropy(input("scores", ["n", 2]), input("soft", ["n", 2]), input("weights", ["n"]));
const lossValue = (weights: readonly number[]) =>
  Number(
    evaluate([loss], {
      scores: { data: [Math.log(3), 0, 0, 0], shape: [2, 2] },
      soft: { data: [0.5, 0.5, 1, 0], shape: [2, 2] },
      weights: { data: [...weights], shape: [2] },
    })[0]!.data[0],
  );

test("the mean over the words that count", () => {
  // p = (3/4, 1/4) and (1/2, 1/2).
  const [first, second] = [-0.5 * Math.log(3 / 4) - 0.5 * Math.log(1 / 4), Math.log(2)];
  expect(lossValue([1, 1])).toBeCloseTo((first + second) / 2, 6);
  expect(lossValue([1, 0])).toBeCloseTo(first, 6);
  expect(lossValue([0, 0])).toBe(0);
});

test("gradients by central differences", () =>
  checkCase("soft cross-entropy", {
    inputs: {
      scores: { shape: [3, 2] },
      soft: { shape: [3, 2], values: [0.5, 0.5, 1, 0, 0.1, 0.9], fixed: true },
      weights: { shape: [3], values: [1, 0, 1], fixed: true },
    },
    build: ({ scores, soft, weights }) => softCrossEntropy(scores!, soft!, weights!),
  }));
