import { describe, expect, test } from "vitest";
import { checkCase, expectClose, tensors } from "../../test/graph/check-case.ts";
import { readOracle } from "../../test/graph/crf-oracle.ts";
import { expectLossOracle, matrix, vector } from "../../test/graph/loss-oracle.ts";
import { cast, evaluate, gather, gradient, input, Session } from "../graph/index.ts";
import { spanCrossEntropy } from "./span-cross-entropy.ts";

type Inputs = { readonly scores: number[][]; readonly labels: number[]; readonly chosen: number[] };
type Expected = { readonly loss: number; readonly grad_scores: number[][] };

describe("span_ce oracle", () => {
  for (const { name, inputs, expected } of readOracle<Inputs, Expected>("span_ce").cases) {
    const scores = input("scores", ["spans", inputs.scores[0]!.length]);
    const labels = input("labels", ["spans"], "int64");
    const slopes = { scores: [scores, expected.grad_scores.flat()] } as const;
    const fed = { scores: matrix(inputs.scores), labels: vector(inputs.labels) };

    test(`${name}, chosen by weights`, async () => {
      const weights = input("weights", ["spans"]);
      const loss = spanCrossEntropy(scores, labels, { weights });
      const chosen = inputs.labels.map((_, i) => Number(inputs.chosen.includes(i)));
      await expectLossOracle({
        values: { loss: [loss, [expected.loss]] },
        loss,
        slopes,
        feeds: { ...fed, weights: vector(chosen) },
        dtypes: { labels: "int64" },
      });
    });

    test(`${name}, chosen by their numbers`, async () => {
      const chosen = input("chosen", ["chosen"], "int64");
      const loss = spanCrossEntropy(gather(scores, chosen), gather(labels, chosen));
      await expectLossOracle({
        values: { loss: [loss, [expected.loss]] },
        loss,
        slopes,
        feeds: { ...fed, chosen: vector(inputs.chosen) },
        dtypes: { labels: "int64", chosen: "int64" },
      });
    });
  }
});

const scores = input("scores", ["spans", 3]);
const labels = input("labels", ["spans"], "int64");
const known = input("known", ["spans", 3], "bool");

test("classes unknown in a sentence are left out of its softmax and get no gradient", () => {
  const loss = spanCrossEntropy(scores, labels, { known });
  const [slope] = gradient(loss, [scores]);
  // A negative scoring (0, ln 3, ln 4), of which the last class is unknown: −ln(1 / (1 + 3)) = ln 4.
  // With all classes known it would be ln 8. Its gradient is softmax − target = (¼ − 1, ¾, 0).
  const feeds = {
    scores: matrix([[0, Math.log(3), Math.log(4)]]),
    labels: vector([0]),
    known: matrix([[1, 1, 0]]),
  };
  const [value, slopes] = evaluate([loss, slope!], feeds);
  expectClose(value!.data, [Math.log(4)], 1e-12);
  expectClose(slopes!.data, [-0.75, 0.75, 0], 1e-12);
});

test("an entity of a type that is otherwise unknown still trains its own class", () => {
  const loss = spanCrossEntropy(scores, labels, { known });
  // Labelled 2, known are O and 1: all three take part. −ln(4 / 8) = ln 2.
  const feeds = {
    scores: matrix([[0, Math.log(3), Math.log(4)]]),
    labels: vector([2]),
    known: matrix([[1, 1, 0]]),
  };
  expectClose(evaluate([loss], feeds)[0]!.data, [Math.LN2], 1e-12);
});

test("is 0 with no gradient when nothing is chosen, or there is nothing", async () => {
  const weights = input("weights", ["spans"]);
  const plain = spanCrossEntropy(scores, labels);
  const chosen = spanCrossEntropy(scores, labels, { weights });
  const none = { scores: { data: [], shape: [0, 3] }, labels: vector([]), weights: vector([]) };
  const unchosen = { scores: matrix([[1, 2, 3]]), labels: vector([1]), weights: vector([0]) };
  const outputs = { plain, chosen, slope: gradient(chosen, [scores])[0]! };
  const session = await Session.compile({ outputs, threads: 1 });
  const empty = await session.run(tensors(none, { labels: "int64" }));
  expect([empty.plain!.data[0], empty.chosen!.data[0]]).toEqual([0, 0]);
  const results = await session.run(tensors(unchosen, { labels: "int64" }));
  expect([...results.chosen!.data, ...results.slope!.data]).toEqual([0, 0, 0, 0]);
  await session.dispose();
  expect(evaluate([plain, chosen], none).map(({ data }) => data[0])).toEqual([0, 0]);
});

test("masked and weighted: compiled, interpreted and differences agree", async () => {
  await checkCase("span cross-entropy", {
    inputs: {
      scores: { shape: ["spans", 4] },
      labels: { shape: ["spans"], dtype: "int64", draw: (random) => random.below(4) },
      known: { shape: ["spans", 4], dtype: "int64", draw: (random) => random.below(2) },
      weights: { shape: ["spans"], draw: (random) => random.uniform(), fixed: true },
    },
    build: ({ scores, labels, known, weights }) =>
      spanCrossEntropy(scores!, labels!, { known: cast(known!, "bool"), weights: weights! }),
    sizes: [{ spans: 0 }, { spans: 1 }, { spans: 7 }],
  });
});
