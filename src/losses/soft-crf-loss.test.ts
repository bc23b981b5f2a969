import { expect, test } from "vitest";
import { checkCase } from "../../test/graph/check-case.ts";
import { evaluate, input, reduceSum, reshape } from "../graph/index.ts";
import { Random } from "../random.ts";
import { crfLoss } from "./crf-loss.ts";
import { softCrfLoss } from "./soft-crf-loss.ts";

const [words, tags] = [3, 2];
const emissions = input("emissions", [1, words, tags]);
const scores = reshape(emissions, [words, tags]);
const chain = {
  emissions,
  transitions: input("transitions", [tags, tags]),
  start: input("start", [tags]),
  end: input("end", [tags]),
};
const expected = {
  tags: input("tags", [words, tags]),
  pairs: input("pairs", [tags, tags]),
  first: input("first", [tags]),
  last: input("last", [tags]),
};

const random = new Random(5);
const drawn = (...shape: number[]) => ({
  data: Array.from({ length: shape.reduce((a, b) => a * b, 1) }, () => random.normal()),
  shape,
});
const weights = {
  emissions: drawn(1, words, tags),
  transitions: drawn(tags, tags),
  start: drawn(tags),
  end: drawn(tags),
};

/** Every sequence of tags. */
const paths = Array.from({ length: tags ** words }, (_, code) =>
  Array.from({ length: words }, (_, word) => Math.floor(code / tags ** word) % tags),
);

/** The marginals of a distribution over sequences, counted path by path. */
function marginalsOf(q: readonly number[]) {
  const counts = { tags: new Array(words * tags).fill(0), pairs: new Array(tags * tags).fill(0) };
  const ends = { first: new Array(tags).fill(0), last: new Array(tags).fill(0) };
  paths.forEach((path, i) => {
    path.forEach((tag, word) => {
      counts.tags[word * tags + tag] += q[i]!;
      if (word > 0) counts.pairs[path[word - 1]! * tags + tag] += q[i]!;
    });
    ends.first[path[0]!] += q[i]!;
    ends.last[path.at(-1)!] += q[i]!;
  });
  return {
    tags: { data: counts.tags, shape: [words, tags] },
    pairs: { data: counts.pairs, shape: [tags, tags] },
    first: { data: ends.first, shape: [tags] },
    last: { data: ends.last, shape: [tags] },
  };
}

const softLoss = (q: readonly number[]) =>
  Number(evaluate([softCrfLoss(chain, scores, expected)], { ...weights, ...marginalsOf(q) })[0]!.data[0]);

const hardLoss = (path: readonly number[]) => {
  const gold = input("gold", [1, words], "int64");
  const loss = reduceSum(crfLoss(chain, gold));
  return Number(evaluate([loss], { ...weights, gold: { data: [...path], shape: [1, words] } })[0]!.data[0]);
};

test("the mean of the losses of all sequences, as likely as they are", () => {
  const drawnQ = paths.map(() => random.uniform());
  const total = drawnQ.reduce((a, b) => a + b, 0);
  const q = drawnQ.map((value) => value / total);
  const mean = paths.reduce((sum, path, i) => sum + q[i]! * hardLoss(path), 0);
  expect(softLoss(q)).toBeCloseTo(mean, 5);
});

test("with one sequence it is the loss of that sequence", () => {
  for (const [i, path] of paths.entries()) {
    expect(softLoss(paths.map((_, at) => (at === i ? 1 : 0)))).toBeCloseTo(hardLoss(path), 5);
  }
});

test("gradients by central differences", () =>
  checkCase("soft crf loss", {
    inputs: {
      emissions: { shape: [1, words, tags] },
      transitions: { shape: [tags, tags] },
      tags: { shape: [words, tags], values: [0.5, 0.5, 1, 0, 0.1, 0.9], fixed: true },
      pairs: { shape: [tags, tags], values: [0.6, 0.9, 0.5, 0], fixed: true },
      ends: { shape: [tags], values: [0.5, 0.5], fixed: true },
    },
    build: ({ emissions: e, transitions, tags: q, pairs, ends }) =>
      softCrfLoss({ emissions: e!, transitions: transitions! }, reshape(e!, [words, tags]), {
        tags: q!,
        pairs: pairs!,
        first: ends!,
        last: ends!,
      }),
  }));
