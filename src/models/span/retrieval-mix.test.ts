import { describe, expect, test } from "vitest";
import { expectClose, tensors } from "../../../test/graph/check-case.ts";
import { readOracle } from "../../../test/graph/crf-oracle.ts";
import { expectLossOracle, matrix, vector } from "../../../test/graph/loss-oracle.ts";
import {
  argmax,
  cosineSimilarity,
  evaluate,
  input,
  mul,
  reduceSum,
  Session,
  softmax,
} from "../../graph/index.ts";
import { classCentres, createCentres } from "./class-centres.ts";
import { retrievalMix, retrievalMixOf, retrieved } from "./retrieval-mix.ts";

type Inputs = {
  readonly support: number[][];
  readonly support_labels: number[];
  readonly classes: number;
  readonly queries: number[][];
  readonly scores: number[][];
  readonly alpha: number;
  readonly G: number[][];
};
type Result = {
  readonly p: number[][];
  readonly argmax: number[];
  readonly L: number;
  readonly grad_support: number[][];
  readonly grad_queries: number[][];
  readonly grad_scores: number[][];
};
type Expected = Readonly<Record<"centres" | "sim" | "z" | "o", number[][]>> &
  Readonly<Record<"prob" | "logprob", Result>>;

describe("rai oracle", () => {
  for (const { name, inputs, expected } of readOracle<Inputs, Expected>("rai").cases) {
    const dim = inputs.support[0]!.length;
    for (const mix of ["prob", "logprob"] as const) {
      test(`${name}, ${mix}`, async () => {
        const support = input("support", ["support", dim]);
        const labels = input("labels", ["support"], "int64");
        const queries = input("queries", ["queries", dim]);
        const scores = input("scores", ["queries", inputs.classes]);
        const weights = input("G", ["queries", inputs.classes]);
        const centres = classCentres(support, labels, inputs.classes);
        const p = retrievalMix(scores, queries, centres, { share: inputs.alpha, mix });
        const loss = reduceSum(mul(p, weights));
        const wanted = expected[mix];
        await expectLossOracle({
          values: {
            centres: [centres, expected.centres.flat()],
            sim: [cosineSimilarity(queries, centres, 1e-16), expected.sim.flat()],
            z: [softmax(scores), expected.z.flat()],
            o: [retrieved(queries, centres), expected.o.flat()],
            p: [p, wanted.p.flat()],
            L: [loss, [wanted.L]],
          },
          loss,
          slopes: {
            support: [support, wanted.grad_support.flat()],
            queries: [queries, wanted.grad_queries.flat()],
            scores: [scores, wanted.grad_scores.flat()],
          },
          feeds: {
            support: matrix(inputs.support),
            labels: vector(inputs.support_labels),
            queries: matrix(inputs.queries),
            scores: matrix(inputs.scores),
            G: matrix(inputs.G),
          },
          dtypes: { labels: "int64" },
        });
        const best = evaluate([argmax(p)], {
          support: matrix(inputs.support),
          labels: vector(inputs.support_labels),
          queries: matrix(inputs.queries),
          scores: matrix(inputs.scores),
        });
        expect(Array.from(best[0]!.data)).toEqual(wanted.argmax);
      });

      test(`${name}, ${mix}, without a graph`, () => {
        for (const [i, vector] of inputs.queries.entries()) {
          const span = { scores: inputs.scores[i]!, vector, centres: expected.centres.flat() };
          expectClose(retrievalMixOf(span, { share: inputs.alpha, mix }), expected[mix].p[i]!, 1e-12);
        }
      });
    }

    test(`${name}: centres gathered in batches`, () => {
      const counter = createCentres(inputs.classes, dim);
      const half = Math.floor(inputs.support.length / 2);
      counter.add(inputs.support.slice(0, half).flat(), inputs.support_labels.slice(0, half));
      counter.add(inputs.support.slice(half).flat(), inputs.support_labels.slice(half));
      const { centres, counts } = counter.result();
      expectClose(centres, expected.centres.flat(), 1e-6);
      expect(counts.reduce((a, b) => a + b)).toBe(inputs.support.length);
    });
  }
});

test("by hand: a missed entity is rescued by its likeness to the centre of its class", () => {
  // Centres O = (1, 0), PER = (0, 1). The span points at PER: sim = (0, 1), so o_RA(PER) = e/(1 + e) = 0.731059.
  // The model says O with 0.6: p = ½ · (0.6, 0.4) + ½ · (0, 0.731059) = (0.3, 0.565529).
  const span = { scores: [Math.log(0.6), Math.log(0.4)], vector: [0, 5], centres: [1, 0, 0, 1] };
  expectClose(retrievalMixOf(span), [0.3, 0.565529], 1e-6);
  // ln 0.6/2 = −0.255413; ln 0.4/2 + 0.365529 = −0.092616
  expectClose(retrievalMixOf(span, { mix: "logprob" }), [-0.255413, -0.092616], 1e-6);
});

test("a class without spans in training takes no part in the retrieval, in the graph and outside", async () => {
  const counter = createCentres(3, 2);
  counter.add([1, 0, 0, 1], [0, 1]);
  const { centres, counts } = counter.result();
  expect(counts).toEqual([1, 1, 0]);
  expect([...centres]).toEqual([1, 0, 0, 1, 0, 0]);
  const nodes = {
    scores: input("scores", ["spans", 3]),
    vectors: input("vectors", ["spans", 2]),
    centres: input("centres", [3, 2]),
  };
  // As in the example above, with a third class of equal score to PER: z = (0.6, 0.2, 0.2), o_RA = (0, 0.731059, 0).
  const scores = [Math.log(0.6), Math.log(0.2), Math.log(0.2)];
  const wanted = [0.3, 0.1 + 0.3655293, 0.1];
  expectClose(retrievalMixOf({ scores, vector: [0, 5], centres }), wanted, 1e-6);
  const feeds = {
    scores: matrix([scores]),
    vectors: matrix([[0, 5]]),
    centres: { data: [...centres], shape: [3, 2] },
  };
  const mixed = retrievalMix(nodes.scores, nodes.vectors, nodes.centres);
  expectClose(evaluate([mixed], feeds)[0]!.data, wanted, 1e-6);
  const session = await Session.compile({ outputs: { mixed }, threads: 1 });
  expectClose((await session.run(tensors(feeds))).mixed!.data as Float32Array, wanted, 1e-5);
  await session.dispose();
});

test("centres refuse what does not fit", () => {
  const counter = createCentres(2, 3);
  expect(() => counter.add([1, 2], [0])).toThrow("2 numbers are not 1 vectors of 3");
  expect(() => counter.add([1, 2, 3], [2])).toThrow("label 2 is not one of 2 classes");
});
