import { expect, test } from "vitest";
import { checkCase, expectClose } from "../../test/graph/check-case.ts";
import { matrix } from "../../test/graph/loss-oracle.ts";
import { evaluate, gradient, input, reduceSum, softmaxCrossEntropy } from "../graph/index.ts";
import { partialCrossEntropy } from "./partial-cross-entropy.ts";

const scores = input("scores", ["items", 3]);
const allowed = input("allowed", ["items", 3], "bool");
const loss = partialCrossEntropy(scores, allowed);
const [slope] = gradient(reduceSum(loss), [scores]);

test("two of three classes allowed, by hand", () => {
  // exp: 1, 3, 4. −ln((1 + 4) / 8) = ln 1.6. The gradient is softmax − softmax among the allowed:
  // (1/8 − 1/5, 3/8, 4/8 − 4/5) = (−0.075, 0.375, −0.3).
  const feeds = { scores: matrix([[0, Math.log(3), Math.log(4)]]), allowed: matrix([[1, 0, 1]]) };
  const [value, slopes] = evaluate([loss, slope!], feeds);
  expectClose(value!.data, [Math.log(1.6)], 1e-12);
  expectClose(slopes!.data, [-0.075, 0.375, -0.3], 1e-12);
});

test("with one class it is cross-entropy, with all it is nothing", () => {
  const rows = [
    [0.3, -2, 5],
    [0.3, -2, 5],
  ];
  const feeds = {
    scores: matrix(rows),
    allowed: matrix([
      [0, 1, 0],
      [1, 1, 1],
    ]),
  };
  const [value, slopes] = evaluate([loss, slope!], feeds);
  const labels = input("labels", ["items"], "int64");
  const [plain] = evaluate([softmaxCrossEntropy(scores, labels)], {
    ...feeds,
    labels: { data: [1, 0], shape: [2] },
  });
  expectClose(value!.data, [plain!.data[0]!, 0], 1e-12);
  expect(Math.max(...slopes!.data.slice(3).map(Math.abs))).toBeLessThan(1e-12);
});

test("gradient and compiled graph agree with the reference", async () => {
  await checkCase("partial cross-entropy", {
    inputs: {
      scores: { shape: [2, 3] },
      allowed: { shape: [2, 3], dtype: "bool", values: [0, 1, 1, 1, 0, 0] },
    },
    build: (nodes) => partialCrossEntropy(nodes.scores!, nodes.allowed!),
  });
});
