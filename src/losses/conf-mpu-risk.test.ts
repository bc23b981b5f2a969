import { expect, test } from "vitest";
import { checkCase } from "../../test/graph/check-case.ts";
import { evaluate, input, softmax } from "../graph/index.ts";
import { confMpuRisk } from "./conf-mpu-risk.ts";

const risk = confMpuRisk(
  input("p", ["words", 3]),
  {
    positive: input("positive", ["words", 2]),
    unlabelled: input("unlabelled", ["words"]),
    negative: input("negative", ["words"]),
  },
  input("confidence", ["words"]),
  input("weights", [2]),
  0.5,
);

/** Four words: one of the first type, one of the second, and two others. */
const riskOf = (confidence: readonly number[], negative: readonly number[] = [0, 0, 0, 0]) =>
  Number(
    evaluate([risk], {
      p: { data: [0.2, 0.7, 0.1, 0.5, 0.1, 0.4, 0.6, 0.2, 0.2, 0.9, 0.1, 0], shape: [4, 3] },
      positive: { data: [1, 0, 0, 1, 0, 0, 0, 0], shape: [4, 2] },
      unlabelled: { data: [0, 0, 1, 1].map((own, i) => own - negative[i]!), shape: [4] },
      negative: { data: [...negative], shape: [4] },
      confidence: { data: [...confidence], shape: [4] },
      weights: { data: [0.1, 0.2], shape: [2] },
    })[0]!.data[0],
  );

test("by hand", () => {
  // First: 0.3 + 0.8/0.8 − 0.8 = 0.5. Second, λ̂ ≤ η: 0.6 − 0.5 = 0.1. Of the others only the last counts: 0.1 / 2.
  expect(riskOf([0.8, 0.4, 0.9, 0.1])).toBeCloseTo(0.1 * 0.5 + 0.2 * 0.1 + 0.05, 6);
  // First, λ̂ ≤ η: 0.3 − 0.8 < 0 adds nothing. Second: 0.6 + 0.5/1 − 0.5. Others: (0.4 + 0.1) / 2.
  expect(riskOf([0.5, 1, 0, 0])).toBeCloseTo(0.2 * 0.6 + 0.25, 6);
  // The third is known to be in no entity, whatever the confidence: ½ · 0.4 + ½ · 0.1.
  expect(riskOf([0.5, 1, 1, 0], [0, 0, 1, 0])).toBeCloseTo(0.2 * 0.6 + 0.2 + 0.05, 6);
});

test("gradients by central differences", () =>
  checkCase("conf-mpu risk", {
    inputs: {
      scores: { shape: [4, 3] },
      positive: { shape: [4, 2], values: [1, 0, 0, 1, 0, 0, 0, 0], fixed: true },
      unlabelled: { shape: [4], values: [0, 0, 1, 0], fixed: true },
      negative: { shape: [4], values: [0, 0, 0, 1], fixed: true },
      confidence: { shape: [4], values: [0.8, 0.4, 0.3, 0.9], fixed: true },
      weights: { shape: [2], values: [0.5, 0.7], fixed: true },
    },
    build: ({ scores, positive, unlabelled, negative, confidence, weights }) =>
      confMpuRisk(
        softmax(scores!),
        { positive: positive!, unlabelled: unlabelled!, negative: negative! },
        confidence!,
        weights!,
        0.5,
      ),
  }));
