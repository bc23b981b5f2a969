import { expect, test } from "vitest";
import { evaluate, gradient, input, type Node } from "../../graph/index.ts";
import { contrastiveLoss, crossEntropyShare, noiseRobustLoss, spanCrossEntropy } from "../../losses/index.ts";
import { Random } from "../../random.ts";
import { feedSpanLoss, spanLoss } from "./loss.ts";
import { decideLoss, lossOptions } from "./loss-options.ts";

const [SPANS, CLASSES, DIM] = [6, 4, 3];
const scores = input("scores", ["spans", CLASSES]);
const vectors = input("vectors", ["spans", DIM]);
const labels = input("labels", ["spans"], "int64");
const known = input("known", ["spans", CLASSES], "bool");

const random = new Random(3);
const drawn = (columns: number) => ({
  data: Float64Array.from({ length: SPANS * columns }, () => 2 * random.normal()),
  shape: [SPANS, columns],
});
// Sentence one knows all classes; spans 3 … 5 are of one that is complete for class 1 only: a negative, an entity of
// class 1, and an entity of class 2, which was labelled although nothing else is known of that class.
const numbers = {
  scores: drawn(CLASSES),
  vectors: drawn(DIM),
  labels: { data: [1, 0, 2, 0, 1, 2], shape: [SPANS] },
  known: {
    data: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0],
    shape: [SPANS, CLASSES],
  },
};

const numberOf = (node: Node, more: object = {}) =>
  evaluate([node], { ...numbers, ...more }, [vectors])[0]!.data[0]!;
const lossOf = (given: object, mask?: Node, epoch = 0) => {
  const options = decideLoss(lossOptions.parse(given), [{ completeness: "partial" }]);
  const fed = feedSpanLoss(options, { epoch, epochs: 50 });
  return numberOf(spanLoss(options, { scores, vectors }, labels, mask), fed);
};

test.each([
  ["all classes known", undefined],
  ["some unknown", known],
] as const)("each kind is its own loss, %s", (_, mask) => {
  const crossEntropy = numberOf(spanCrossEntropy(scores, labels, { known: mask }));
  expect(lossOf({ kind: "cross-entropy" }, mask)).toBe(crossEntropy);

  // 0.9 of the one and 0.1 of the other. [SCL-RAI, Eq. 10]
  const contrastive = numberOf(contrastiveLoss(vectors, labels, { known: mask }));
  expect(lossOf({ kind: "contrastive" }, mask)).toBeCloseTo(0.9 * crossEntropy + 0.1 * contrastive, 12);
  const options = { temperature: 0.5, denominator: "all", reduction: 100 } as const;
  expect(lossOf({ kind: "contrastive", share: 0.3, ...options }, mask)).toBeCloseTo(
    0.7 * crossEntropy + 0.3 * numberOf(contrastiveLoss(vectors, labels, { ...options, known: mask })),
    12,
  );

  // β = exp(−3 / 2)
  const share = Math.exp(-1.5);
  expect(lossOf({ kind: "noise-robust", width: 2 }, mask, 3)).toBeCloseTo(
    numberOf(noiseRobustLoss(scores, labels, { share, known: mask })),
    7,
  );
  const ablation = { sign: "printed", variant: "no-separation" } as const;
  expect(lossOf({ kind: "noise-robust", width: 2, ...ablation }, mask, 3)).toBeCloseTo(
    numberOf(noiseRobustLoss(scores, labels, { share, known: mask, ...ablation })),
    7,
  );
});

test("β is exp(−e / w): the cross-entropy alone at first, by default a tenth of the run to a factor of e", () => {
  const fed = (epoch: number, width?: number, epochs = 50, warmUp = 0.1) => {
    const options = lossOptions.parse({
      kind: "noise-robust",
      warmUp,
      ...(width !== undefined && { width }),
    });
    const { data, shape } = feedSpanLoss(options, { epoch, epochs })["loss.share"]!;
    expect(shape).toEqual([]);
    return data[0] as number;
  };
  expect(fed(0)).toBe(1);
  // The paper's w = 5 in a run of 50 epochs, 1 of 10, and 0.2 of 2: the second of two epochs is all but free of it.
  expect(fed(5)).toBeCloseTo(1 / Math.E, 7);
  expect(fed(1, undefined, 10)).toBeCloseTo(1 / Math.E, 7);
  expect(fed(1, undefined, 2)).toBeCloseTo(Math.exp(-5), 7);
  expect(fed(1, undefined, 2, 0.5)).toBeCloseTo(1 / Math.E, 7);
  expect(fed(1, 5, 2)).toBeCloseTo(Math.exp(-0.2), 7);
  expect(fed(5, 10)).toBeCloseTo(1 / Math.sqrt(Math.E), 7);
  for (let epoch = 0; epoch < 20; epoch++)
    expect(fed(epoch, 2)).toBe(Math.fround(crossEntropyShare(epoch, 2)));
  expect(feedSpanLoss(lossOptions.parse({ kind: "cross-entropy" }), { epoch: 3, epochs: 9 })).toEqual({});
  expect(feedSpanLoss(lossOptions.parse({ kind: "contrastive" }), { epoch: 3, epochs: 9 })).toEqual({});
  // In epoch 0 the noise-robust loss is the cross-entropy.
  expect(lossOf({ kind: "noise-robust" })).toBeCloseTo(lossOf({ kind: "cross-entropy" }), 12);
});

test.each([{ kind: "cross-entropy" }, { kind: "contrastive" }, { kind: "noise-robust" }])(
  "$kind: scores of classes unknown in a sentence learn nothing from it",
  (given) => {
    const options = decideLoss(lossOptions.parse(given), []);
    const loss = spanLoss(options, { scores, vectors }, labels, known);
    const [slope] = gradient(loss, [scores]);
    const fed = { ...numbers, ...feedSpanLoss(options, { epoch: 2, epochs: 9 }) };
    const { data } = evaluate([slope!], fed, [vectors])[0]!;
    const row = (span: number) => [...data.subarray(span * CLASSES, (span + 1) * CLASSES)];
    const zeros = (span: number) => row(span).map((value) => value === 0);
    expect(zeros(0)).toEqual([false, false, false, false]);
    expect(zeros(1)).toEqual([false, false, false, false]);
    // The negative, the entity of the known class, and the one whose own class counts as known.
    expect(zeros(3)).toEqual([false, false, true, true]);
    expect(zeros(4)).toEqual([false, false, true, true]);
    expect(zeros(5)).toEqual([false, false, false, true]);
  },
);

test("w is a tenth of the run where labels may be missing, the whole run where none are, or as told", () => {
  const decided = (given: object, ...kinds: readonly ("partial" | "complete")[]) =>
    decideLoss(
      lossOptions.parse({ kind: "noise-robust", ...given }),
      kinds.map((completeness) => ({ completeness })),
    );
  expect(decided({}, "complete", "partial")).toMatchObject({ warmUp: 0.1, width: null });
  expect(decided({}, "complete", "complete")).toMatchObject({ warmUp: 1, width: null });
  expect(decided({ warmUp: 0.3 }, "complete")).toMatchObject({ warmUp: 0.3 });
  expect(decided({ width: 5 }, "complete")).toMatchObject({ warmUp: null, width: 5 });
});
