import { describe, expect, test } from "vitest";
import { type Case, checkCase, expectClose } from "../../../test/graph/check-case.ts";
import type { Random } from "../../random.ts";
import * as g from "../index.ts";
import type { Node } from "../node.ts";

const sizes = [
  { batch: 2, words: 3 },
  { batch: 1, words: 1 },
];
const alsoEmpty = [...sizes, { batch: 3, words: 0 }];
const mask = (random: Random) => (random.below(4) === 0 ? 0 : 1);
const labels = { shape: ["words"], dtype: "int64" as const, draw: (random: Random) => random.below(4) };
const lstmWeights = (directions: number, hidden: number, width: number) => ({
  input: { shape: [directions, 4 * hidden, width] },
  hidden: { shape: [directions, 4 * hidden, hidden] },
  bias: { shape: [directions, 4 * hidden] },
});
const weightsOf = (nodes: Readonly<Record<string, Node>>): g.LstmWeights => ({
  input: nodes.input!,
  hidden: nodes.hidden!,
  bias: nodes.bias!,
});
const gruWeights = (directions: number, hidden: number, width: number) => ({
  input: { shape: [directions, 3 * hidden, width] },
  bias: { shape: [directions, 3 * hidden] },
  gates: { shape: [directions, 2 * hidden, hidden] },
  candidate: { shape: [directions, hidden, hidden] },
});
const gruOf = (nodes: Readonly<Record<string, Node>>): g.GruWeights => ({
  input: nodes.input!,
  bias: nodes.bias!,
  gates: nodes.gates!,
  candidate: nodes.candidate!,
});

const cases: Readonly<Record<string, Case>> = {
  linear: {
    inputs: { x: { shape: ["batch", "words", 3] }, w: { shape: [2, 3] }, b: { shape: [2] } },
    sizes: alsoEmpty,
    build: ({ x, w, b }) => g.linear(x!, w!, b!),
  },
  "linear without bias": {
    inputs: { x: { shape: ["words", 3] }, w: { shape: [2, 3] } },
    sizes: alsoEmpty,
    build: ({ x, w }) => g.linear(x!, w!),
  },
  "mean of several": {
    inputs: { x: { shape: ["words", 3] }, y: { shape: ["words", 3] }, z: { shape: ["words", 3] } },
    sizes: alsoEmpty,
    build: ({ x, y, z }) => g.meanOf([x!, y!, z!]),
  },
  dropout: {
    inputs: {
      x: { shape: ["words", 3] },
      keep: { shape: ["words", 3], fixed: true, draw: (r) => 2 * r.below(2) },
    },
    sizes: alsoEmpty,
    build: ({ x, keep }) => g.dropout(x!, keep!),
  },
  "softmax cross-entropy": {
    inputs: { x: { shape: ["words", 4] }, labels },
    sizes: alsoEmpty,
    build: ({ x, labels }) => g.softmaxCrossEntropy(x!, labels!),
  },
  "cosine similarity": {
    inputs: { a: { shape: ["words", 3] }, b: { shape: [4, 3] } },
    sizes: alsoEmpty,
    build: ({ a, b }) => g.cosineSimilarity(a!, b!),
  },
  "masked log-sum-exp": {
    inputs: {
      x: { shape: [3, 4] },
      keep: { shape: [3, 4], dtype: "bool", values: [1, 0, 1, 1, 0, 0, 1, 0, 1, 1, 1, 1] },
    },
    build: ({ x, keep }) => g.maskedLogSumExp(x!, keep!),
  },
  "attention, padded": {
    inputs: {
      q: { shape: ["batch*words", 4] },
      k: { shape: ["batch*words", 4] },
      v: { shape: ["batch*words", 4] },
      bias: { shape: ["batch", 1, 1, "words"], fixed: true, draw: (r) => (mask(r) === 1 ? 0 : -10000) },
      keep: { shape: ["batch", 2, "words", "words"], fixed: true, draw: (r) => 1.25 * mask(r) },
    },
    sizes,
    build: ({ q, k, v, bias, keep }) =>
      g.attention(q!, k!, v!, { heads: 2, batch: "batch", words: "words", bias: bias!, mask: keep! }),
  },
  "attention without masks": {
    inputs: { q: { shape: ["words", 6] }, k: { shape: ["words", 6] }, v: { shape: ["words", 6] } },
    sizes,
    build: ({ q, k, v }) => g.attention(q!, k!, v!, { heads: 3, batch: 1, words: "words" }),
  },
  "attention, packed": {
    inputs: {
      q: { shape: ["tokens", 4] },
      k: { shape: ["tokens", 4] },
      v: { shape: ["tokens", 4] },
      // Sentences of 1 and 3 words, padded to 3.
      places: { shape: ["batch", "words"], dtype: "int64", values: [0, -1, -1, 1, 2, 3] },
      bias: { shape: ["batch", 1, 1, "words"], fixed: true, values: [0, -1e4, -1e4, 0, 0, 0] },
      tokens: { shape: ["tokens"], dtype: "int64", values: [0, 3, 4, 5] },
    },
    sizes: [{ batch: 2, words: 3, tokens: 4 }],
    build: ({ q, k, v, places, bias, tokens }) =>
      g.packedAttention(q!, k!, v!, { heads: 2, places: places!, tokens: tokens!, bias: bias! }),
  },
  "attention with a scale of its own and further scores": {
    inputs: { q: { shape: ["words", 4] }, k: { shape: ["words", 4] }, v: { shape: ["words", 4] } },
    sizes,
    build: ({ q, k, v }) =>
      g.attention(q!, k!, v!, {
        heads: 2,
        batch: 1,
        words: "words",
        scale: 0.3,
        further: (query, key) => g.matmul(g.tanh(query), key, { transposeB: true }),
      }),
  },
  "scores by distance": {
    inputs: { x: { shape: ["batch", "words", "2*words"] } },
    sizes,
    build: ({ x }) => g.distancesToPositions(x!),
  },
  "rotary positions": {
    inputs: { x: { shape: ["words", 8] }, cosines: { shape: ["words", 2] }, sines: { shape: ["words", 2] } },
    sizes,
    build: ({ x, cosines, sines }) => g.rotate(x!, cosines!, sines!),
  },
  "lstm, one direction": {
    inputs: { x: { shape: ["words", "batch", 3] }, ...lstmWeights(1, 2, 3) },
    sizes,
    build: (nodes) => g.lstm(nodes.x!, weightsOf(nodes)),
  },
  "lstm, both directions, padded": {
    inputs: {
      x: { shape: ["words", "batch", 3] },
      mask: { shape: ["words", "batch"], fixed: true, draw: mask },
      ...lstmWeights(2, 2, 3),
    },
    sizes,
    build: (nodes) => g.lstm(nodes.x!, weightsOf(nodes), nodes.mask),
  },
  "gru, one direction": {
    inputs: { x: { shape: ["words", "batch", 3] }, ...gruWeights(1, 2, 3) },
    sizes,
    build: (nodes) => g.gru(nodes.x!, gruOf(nodes)),
  },
  "gru, both directions, padded": {
    inputs: {
      x: { shape: ["words", "batch", 3] },
      mask: { shape: ["words", "batch"], fixed: true, draw: mask },
      ...gruWeights(2, 2, 3),
    },
    sizes,
    build: (nodes) => g.gru(nodes.x!, gruOf(nodes), nodes.mask),
  },
};

describe("composites", () => {
  for (const [name, one] of Object.entries(cases)) test(name, () => checkCase(name, one));
});

describe("values by hand", () => {
  test("softmax cross-entropy of (0, ln 3) is −ln ¼ for class 0 and −ln ¾ for class 1", () => {
    const scores = g.input("scores", [2, 2]);
    const labels = g.input("labels", [2], "int64");
    const feeds = {
      scores: { data: [0, Math.log(3), 0, Math.log(3)], shape: [2, 2] },
      labels: { data: [0, 1], shape: [2] },
    };
    const loss = g.softmaxCrossEntropy(scores, labels);
    // slope = softmax − one-hot = (¼ − 1, ¾) and (¼, ¾ − 1)
    const [slope] = g.gradient(g.reduceSum(loss), [scores]);
    const [value, slopes] = g.evaluate([loss, slope!], feeds);
    expectClose(value!.data, [Math.log(4), Math.log(4 / 3)], 1e-12);
    expectClose(slopes!.data, [-0.75, 0.75, 0.25, -0.25], 1e-12);
  });

  test("layer norm of (1, 3): mean 2, deviation 1, so ∓1 before γ = 2 and β = 5", () => {
    const x = g.input("x", [1, 2]);
    const y = g.layerNorm(x, g.constant([2, 2]), g.constant([5, 5]), 0);
    expectClose(g.evaluate([y], { x: { data: [1, 3], shape: [1, 2] } })[0]!.data, [3, 7], 1e-12);
  });

  test("row i of scores by distance begins i places further left: column j is the distance j − i", () => {
    const x = g.input("x", [3, 6]);
    // Row i, distance −3 … 2: 10·i + distance.
    const data = [0, 1, 2].flatMap((row) => [-3, -2, -1, 0, 1, 2].map((distance) => 10 * row + distance));
    expectClose(
      g.evaluate([g.distancesToPositions(x)], { x: { data, shape: [3, 6] } })[0]!.data,
      [0, 1, 2, 9, 10, 11, 18, 19, 20],
      1e-12,
    );
  });

  test("turned by a right angle, (1, 2 | 3, 4) is (−3, −4 | 1, 2), in each head by itself", () => {
    const [x, cosines, sines] = [
      g.input("x", [1, 8]),
      g.constant([0, 0], [1, 2]),
      g.constant([1, 1], [1, 2]),
    ];
    const feeds = { x: { data: [1, 2, 3, 4, 5, 6, 7, 8], shape: [1, 8] } };
    expectClose(
      g.evaluate([g.rotate(x, cosines, sines)], feeds)[0]!.data,
      [-3, -4, 1, 2, -7, -8, 5, 6],
      1e-12,
    );
  });

  test("gelu(1) = Φ(1) = 0.8413447460685429", () => {
    const x = g.input("x", []);
    expectClose(
      g.evaluate([g.gelu(x)], { x: { data: [1], shape: [] } })[0]!.data,
      [0.8413447460685429],
      1e-12,
    );
  });

  test("cosine of (3, 4) and (4, 3) is 24/25, and a zero vector is similar to nothing", () => {
    const [a, b] = [g.input("a", [2, 2]), g.input("b", [1, 2])];
    const feeds = { a: { data: [3, 4, 0, 0], shape: [2, 2] }, b: { data: [4, 3], shape: [1, 2] } };
    expectClose(g.evaluate([g.cosineSimilarity(a, b)], feeds)[0]!.data, [0.96, 0], 1e-9);
  });

  test("masked log-sum-exp sees only what the mask shows", () => {
    const x = g.input("x", [3]);
    const keep = g.input("keep", [3], "bool");
    const feeds = {
      x: { data: [Math.log(2), 50, Math.log(3)], shape: [3] },
      keep: { data: [1, 0, 1], shape: [3] },
    };
    expectClose(g.evaluate([g.maskedLogSumExp(x, keep)], feeds)[0]!.data, [Math.log(5)], 1e-12);
  });

  test("one lstm step with all gate sums 0: c = ½·0 + ½·tanh(0) = 0; with g = ∞: c = ½, h = ½·tanh(½)", () => {
    const x = g.input("x", [1, 1, 1]);
    const weights = {
      input: g.constant([0, 0, 1e3, 0], [1, 4, 1]),
      hidden: g.constant([0, 0, 0, 0], [1, 4, 1]),
      bias: g.constant([0, 0, 0, 0], [1, 4]),
    };
    const at = (value: number) =>
      g.evaluate([g.lstm(x, weights)], { x: { data: [value], shape: [1, 1, 1] } })[0]!.data[0]!;
    expect(at(0)).toBe(0);
    expect(at(1)).toBeCloseTo(0.5 * Math.tanh(0.5), 12);
  });

  test("two gru steps by hand: the reset acts before the product with the state, u is the share of the new", () => {
    const x = g.input("x", [2, 1, 1]);
    const weights = {
      input: g.constant([0, 1, 1], [1, 3, 1]),
      bias: g.constant([Math.log(3), 0, 0], [1, 3]),
      gates: g.constant([0, 0], [1, 2, 1]),
      candidate: g.constant([2], [1, 1, 1]),
    };
    const [first, second] = g.evaluate([g.gru(x, weights)], {
      x: { data: [0.5, -0.25], shape: [2, 1, 1] },
    })[0]!.data;
    // u = σ(ln 3) = ¾; h = ¾·tanh(½); then r = σ(−¼), h ← ¼·h + ¾·tanh(−¼ + 2·r·h).
    const h = 0.75 * Math.tanh(0.5);
    const r = 1 / (1 + Math.exp(0.25));
    expect(first).toBeCloseTo(h, 12);
    expect(second).toBeCloseTo(0.25 * h + 0.75 * Math.tanh(-0.25 + 2 * r * h), 12);
  });

  test("padding after a sentence changes nothing in either direction of an lstm", () => {
    const weights = (directions: number) => {
      const draw = (length: number) => Array.from({ length }, (_, i) => Math.sin(3 * i + 1));
      return {
        input: g.constant(draw(directions * 8), [directions, 8, 1]),
        hidden: g.constant(draw(directions * 16), [directions, 8, 2]),
        bias: g.constant(draw(directions * 8), [directions, 8]),
      };
    };
    const x = g.input("x", ["words", 1, 1]);
    const mask = g.input("mask", ["words", 1]);
    const y = g.lstm(x, weights(2), mask);
    const run = (values: number[], kept: number[]) =>
      g.evaluate([y], {
        x: { data: values, shape: [values.length, 1, 1] },
        mask: { data: kept, shape: [kept.length, 1] },
      })[0]!.data;
    const short = run([0.3, -0.7], [1, 1]);
    const long = run([0.3, -0.7, 9, 9], [1, 1, 0, 0]);
    expectClose(long.subarray(0, short.length), short, 1e-12);
  });
});
