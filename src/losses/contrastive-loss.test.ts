import { describe, expect, test } from "vitest";
import { checkCase, expectClose } from "../../test/graph/check-case.ts";
import { readOracle } from "../../test/graph/crf-oracle.ts";
import { expectLossOracle, matrix, vector } from "../../test/graph/loss-oracle.ts";
import { constant, evaluate, gradient, input } from "../graph/index.ts";
import { contrastiveLoss, withContrastive } from "./contrastive-loss.ts";

type Inputs = { readonly reps: number[][]; readonly labels: number[]; readonly tau: number };
type Result = {
  readonly loss: number;
  readonly loss_sum: number;
  readonly anchors: number;
  readonly grad_reps: number[][];
};
type Expected = Readonly<Record<"others" | "all", Result | null>>;

const labels = input("labels", ["spans"], "int64");

describe("scl oracle", () => {
  for (const { name, inputs, expected } of readOracle<Inputs, Expected>("scl").cases) {
    for (const denominator of ["others", "all"] as const) {
      test(`${name}, ${denominator}`, async () => {
        const reps = input("reps", ["spans", inputs.reps[0]!.length]);
        const options = { denominator, temperature: inputs.tau };
        const loss = contrastiveLoss(reps, labels, options);
        const sum = contrastiveLoss(reps, labels, { ...options, reduction: "sum" });
        const hundredth = contrastiveLoss(reps, labels, { ...options, reduction: 100 });
        // Undefined in the oracle: no span with another label. Ours: nothing to tell apart, so 0.
        const nothing = { loss: 0, loss_sum: 0, grad_reps: inputs.reps.map((row) => row.map(() => 0)) };
        const wanted = expected[denominator] ?? nothing;
        await expectLossOracle({
          values: {
            loss: [loss, [wanted.loss]],
            sum: [sum, [wanted.loss_sum]],
            hundredth: [hundredth, [wanted.loss_sum / 100]],
          },
          loss,
          slopes: { reps: [reps, wanted.grad_reps.flat()] },
          feeds: { reps: matrix(inputs.reps), labels: vector(inputs.labels) },
          dtypes: { labels: "int64" },
        });
      });
    }
  }
});

describe("three spans in the plane", () => {
  // Two spans of one label at 0° and 60°, one of another at 90°. τ = ½, so d/τ is twice the cosine.
  const reps = input("reps", ["spans", 2]);
  const feeds = {
    reps: matrix([
      [2, 0],
      [0.5, Math.sqrt(0.75)],
      [0, 3],
    ]),
    labels: vector([1, 1, 0]),
  };
  const lossWith = (denominator: "others" | "all") =>
    evaluate([contrastiveLoss(reps, labels, { denominator, temperature: 0.5 })], feeds)[0]!.data;

  test("others", () => {
    // cos 60° = ½ and F(0,1) = 1 − 2 cos 90° = 1; F(1,0) = 1 − 2 cos 30° = 1 − √3. The third is alone: no anchor.
    // −(1 + 1 − √3)/2 = −0.133975
    expectClose(lossWith("others"), [-(2 - Math.sqrt(3)) / 2], 1e-12);
  });

  test("all", () => {
    // F(0,1) = 1 − ln(e¹ + e⁰) = −0.313262; F(1,0) = 1 − ln(e¹ + e^√3) = −1.124715. Mean 0.718989 with the sign turned.
    expectClose(lossWith("all"), [0.718989], 1e-6);
  });
});

test("the length of a vector does not matter, so the gradient is at right angles to it", () => {
  const reps = input("reps", [4, 2]);
  const [slope] = gradient(contrastiveLoss(reps, input("labels", [4], "int64")), [reps]);
  const rows = [
    [1, 2],
    [-0.3, 0.7],
    [2, -1],
    [0.1, 0.1],
  ];
  const [found] = evaluate([slope!], { reps: matrix(rows), labels: vector([0, 0, 1, 1]) });
  for (const [i, [x, y]] of rows.entries()) {
    expect(Math.hypot(found!.data[2 * i]!, found!.data[2 * i + 1]!)).toBeGreaterThan(1e-6);
    expect(found!.data[2 * i]! * x! + found!.data[2 * i + 1]! * y!).toBeCloseTo(0, 9);
  }
});

test("compiled, interpreted and differences agree, from none to many", async () => {
  for (const denominator of ["others", "all"] as const) {
    await checkCase(`contrastive ${denominator}`, {
      inputs: {
        vectors: { shape: ["spans", 3] },
        labels: { shape: ["spans"], dtype: "int64", draw: (random) => random.below(3) },
      },
      build: ({ vectors, labels }) => contrastiveLoss(vectors!, labels!, { denominator, temperature: 0.5 }),
      sizes: [{ spans: 0 }, { spans: 1 }, { spans: 2 }, { spans: 9 }],
      tolerance: 5e-4,
    });
  }
});

test("mixes nine parts of cross-entropy with one of the contrastive loss", () => {
  // 0.9 · 2 + 0.1 · 5 = 2.3; 0.5 · 2 + 0.5 · 5 = 3.5
  const [usual, half] = evaluate(
    [withContrastive(constant(2), constant(5)), withContrastive(constant(2), constant(5), 0.5)],
    {},
  );
  expectClose([usual!.data[0]!, half!.data[0]!], [2.3, 3.5], 1e-12);
});

test("spans are not pushed apart where the label of one is unknown in the other's sentence", () => {
  // Classes O, PER, LOC. Spans 0 (O) and 1 (O) come from a sentence of which only PER is known; 2 is a LOC, 3 a PER.
  const reps = input("reps", ["spans", 2]);
  const known = input("known", ["spans", 3], "bool");
  const vectors = matrix([
    [1, 0],
    [0.8, 0.6],
    [0, 1],
    [-1, 0],
  ]);
  const lossOf = (mask: number[][]) =>
    evaluate([contrastiveLoss(reps, labels, { known, temperature: 1 })], {
      reps: vectors,
      labels: vector([0, 0, 2, 1]),
      known: matrix(mask),
    })[0]!.data[0]!;
  const all = [1, 1, 1];
  const some = [1, 1, 0];
  // Anchors are 0 and 1, whose cosine is 0.8. Span 0 against 2 (cos 0) and 3 (cos −1): ln(1 + e^−1) − 0.8 = −0.48674;
  // span 1 against 2 (0.6) and 3 (−0.8): ln(e^0.6 + e^−0.8) − 0.8 = 0.02049.
  const first = Math.log(1 + Math.exp(-1)) - 0.8;
  const second = Math.log(Math.exp(0.6) + Math.exp(-0.8)) - 0.8;
  expect(lossOf([all, all, all, all])).toBeCloseTo((first + second) / 2, 6);
  // LOC unknown to spans 0 and 1: only the PER is left to tell them from: −1 − 0.8 and −0.8 − 0.8.
  expect(lossOf([some, some, all, all])).toBeCloseTo((-1.8 - 1.6) / 2, 6);
});
