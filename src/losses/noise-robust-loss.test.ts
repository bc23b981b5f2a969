import { describe, expect, test } from "vitest";
import { checkCase, expectClose } from "../../test/graph/check-case.ts";
import { readOracle } from "../../test/graph/crf-oracle.ts";
import { expectLossOracle, matrix, vector } from "../../test/graph/loss-oracle.ts";
import { cast, evaluate, gradient, input, reduceSum } from "../graph/index.ts";
import {
  crossEntropyShare,
  type NoiseRobustVariant,
  noiseRobustLoss,
  noiseRobustPerSpan,
} from "./noise-robust-loss.ts";

type Inputs = {
  readonly scores: number[][];
  readonly labels: number[];
  readonly e: number;
  readonly w: number;
};
type Result = {
  readonly per_span: number[];
  readonly sum: number;
  readonly mean: number;
  readonly grad_scores_of_mean: number[][];
};
type Expected = { readonly beta: number; readonly one_minus: Result; readonly printed: Result };

const labels = input("labels", ["spans"], "int64");

describe("nrces oracle", () => {
  for (const { name, inputs, expected } of readOracle<Inputs, Expected>("nrces").cases) {
    for (const [sign, wanted] of [
      ["one-minus", expected.one_minus],
      ["printed", expected.printed],
    ] as const) {
      test(`${name}, ${sign}`, async () => {
        const share = crossEntropyShare(inputs.e, inputs.w);
        expect(share).toBeCloseTo(expected.beta, 14);
        const scores = input("scores", ["spans", inputs.scores[0]!.length]);
        const fed = input("share", []);
        const loss = noiseRobustLoss(scores, labels, { share: fed, sign });
        const perSpan = noiseRobustPerSpan(scores, labels, { share, sign });
        await expectLossOracle({
          values: {
            perSpan: [perSpan, wanted.per_span],
            sum: [reduceSum(perSpan), [wanted.sum]],
            mean: [loss, [wanted.mean]],
          },
          loss,
          slopes: { scores: [scores, wanted.grad_scores_of_mean.flat()] },
          feeds: {
            scores: matrix(inputs.scores),
            labels: vector(inputs.labels),
            share: { data: [share], shape: [] },
          },
          dtypes: { labels: "int64" },
        });
      });
    }
  }
});

const scores = input("scores", ["spans", 2]);

test("by hand, and every ablation", () => {
  // An entity scoring (0, ln 3): L_ce = −ln ¾ = 0.287682, L_sig = 1 − σ(ln 3) = ¼. β = ½: L_cs = 0.268841.
  // A negative scoring (0, ln 3): L_ce = −ln ¼ = 1.386294, L_sig = 1 − σ(0) = ½.        L_cs = 0.943147.
  const feeds = {
    scores: matrix([
      [0, Math.log(3)],
      [0, Math.log(3)],
    ]),
    labels: vector([1, 0]),
  };
  const wanted: Record<NoiseRobustVariant, number[]> = {
    nrces: [0.287682, 0.943147],
    "no-sigmoid": [0.287682, 1.386294],
    "no-separation": [0.268841, 0.943147],
    "mixed-everywhere": [0.556523, 0.943147],
    "cross-entropy-everywhere": [0.287682, 2.329441],
  };
  for (const [variant, values] of Object.entries(wanted)) {
    const options = { share: 0.5, variant: variant as NoiseRobustVariant };
    expectClose(
      evaluate([noiseRobustPerSpan(scores, labels, options)], feeds)[0]!.data,
      values,
      2e-6,
      variant,
    );
  }
});

test("a negative the model is sure is an entity pulls hardly at all; cross-entropy would pull with full force", () => {
  const feeds = { scores: matrix([[-10, 10]]), labels: vector([0]) };
  const pull = (share: number, sign?: "printed") => {
    const options = sign === undefined ? { share } : { share, sign };
    return evaluate([gradient(noiseRobustLoss(scores, labels, options), [scores])[0]!], feeds)[0]!.data[0]!;
  };
  expect(pull(1)).toBeCloseTo(-1, 6);
  // −σ(−10)(1 − σ(−10)) = −4.54e-5: towards O, but little
  expect(pull(0)).toBeCloseTo(-4.5396e-5, 8);
  // The printed sign pulls the other way.
  expect(pull(0, "printed")).toBeCloseTo(4.5396e-5, 8);
});

test("β falls from 1, the faster the smaller w", () => {
  expect(crossEntropyShare(0)).toBe(1);
  expect(crossEntropyShare(5)).toBeCloseTo(1 / Math.E, 12); // w = 5
  expect(crossEntropyShare(5, 2)).toBeLessThan(crossEntropyShare(5, 10));
});

test("weights choose spans, masks choose classes", async () => {
  const weights = input("weights", ["spans"]);
  const feeds = {
    scores: matrix([
      [0, Math.log(3)],
      [5, 1],
    ]),
    labels: vector([1, 0]),
    weights: vector([1, 0]),
  };
  // Only the entity counts: −ln ¾
  const loss = noiseRobustLoss(scores, labels, { share: 0.5, weights });
  expectClose(evaluate([loss], feeds)[0]!.data, [-Math.log(0.75)], 1e-12);
  await checkCase("noise-robust loss", {
    inputs: {
      scores: { shape: ["spans", 4] },
      labels: { shape: ["spans"], dtype: "int64", draw: (random) => random.below(4) },
      known: { shape: ["spans", 4], dtype: "int64", draw: (random) => random.below(2) },
      weights: { shape: ["spans"], draw: (random) => random.uniform(), fixed: true },
    },
    build: ({ scores, labels, known, weights }) =>
      noiseRobustLoss(scores!, labels!, { share: 0.3, known: cast(known!, "bool"), weights: weights! }),
    sizes: [{ spans: 0 }, { spans: 1 }, { spans: 8 }],
  });
});
