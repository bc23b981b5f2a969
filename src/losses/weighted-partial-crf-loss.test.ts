import { expect, test } from "vitest";
import { checkCase } from "../../test/graph/check-case.ts";
import { evaluate, input } from "../graph/index.ts";
import { Random } from "../random.ts";
import { crfLoss } from "./crf-loss.ts";
import { partialCrfLoss } from "./partial-crf-loss.ts";
import { weightedPartialCrfLoss } from "./weighted-partial-crf-loss.ts";

const [WORDS, TAGS] = [3, 3];
const random = new Random(3);
const draw = (count: number) => Array.from({ length: count }, () => random.normal());
const emissions = input("emissions", ["batch", "words", TAGS]);
const transitions = input("transitions", [TAGS, TAGS]);
const allowed = input("allowed", ["batch", "words", TAGS], "bool");
const logWeights = input("logWeights", ["batch", "words", TAGS]);
const tags = input("tags", ["batch", "words"], "int64");
const chain = { emissions, transitions };
const shape = [1, WORDS, TAGS];
const q = [0.2, 0.3, 0.5, 0.7, 0.1, 0.2, 0.6, 0.3, 0.1];
const feeds = {
  emissions: { data: draw(WORDS * TAGS), shape },
  transitions: { data: draw(TAGS * TAGS), shape: [TAGS, TAGS] },
  allowed: { data: [1, 1, 1, 0, 1, 0, 1, 0, 1], shape },
  logWeights: { data: q.map(Math.log), shape },
};
const lossValue = (node: Parameters<typeof evaluate>[0][number], own: object = {}) =>
  Number(evaluate([node], { ...feeds, ...own })[0]!.data[0]);

test("one word, two equally likely tags: −log of the mean of their weights", () => {
  const zero = (of: readonly number[]) => ({ data: of.map(() => 0), shape: [1, 1, TAGS] });
  const own = {
    emissions: zero([0, 0, 0]),
    allowed: { data: [1, 1, 0], shape: [1, 1, TAGS] },
    logWeights: { data: [Math.log(0.9), Math.log(0.1), 0], shape: [1, 1, TAGS] },
  };
  // p = 1/3 for each tag: −log(0.9/3 + 0.1/3) = log 3.
  expect(lossValue(weightedPartialCrfLoss(chain, allowed, logWeights), own)).toBeCloseTo(Math.log(3), 6);
});

test("by counting out all tag sequences", () => {
  const { emissions: scores, transitions: moves, allowed: flags } = feeds;
  let [all, agreeing] = [0, 0];
  for (let number = 0; number < TAGS ** WORDS; number++) {
    const path = Array.from({ length: WORDS }, (_, word) => Math.floor(number / TAGS ** word) % TAGS);
    const score = path.reduce(
      (sum, tag, i) =>
        sum + scores.data[i * TAGS + tag]! + (i > 0 ? moves.data[path[i - 1]! * TAGS + tag]! : 0),
      0,
    );
    all += Math.exp(score);
    const agrees = path.every((tag, i) => flags.data[i * TAGS + tag] === 1);
    if (agrees)
      agreeing += Math.exp(score) * path.reduce((product, tag, i) => product * q[i * TAGS + tag]!, 1);
  }
  const loss = lossValue(weightedPartialCrfLoss(chain, allowed, logWeights));
  expect(loss).toBeCloseTo(-Math.log(agreeing / all), 6);
});

test("equal weights are a partial CRF; one certain completion is a CRF", () => {
  const flat = { logWeights: { data: q.map(() => 0), shape } };
  expect(lossValue(weightedPartialCrfLoss(chain, allowed, logWeights), flat)).toBeCloseTo(
    lossValue(partialCrfLoss(chain, allowed)),
    6,
  );
  const path = [2, 1, 0];
  const hard = {
    logWeights: {
      data: q.map((_, at) => (path[Math.floor(at / TAGS)] === at % TAGS ? 0 : -100)),
      shape,
    },
    tags: { data: path, shape: [1, WORDS] },
  };
  expect(lossValue(weightedPartialCrfLoss(chain, allowed, logWeights), hard)).toBeCloseTo(
    lossValue(crfLoss(chain, tags), hard),
    5,
  );
});

test("gradients by central differences", () =>
  checkCase("weighted partial crf", {
    inputs: {
      emissions: { shape: [2, WORDS, TAGS] },
      transitions: { shape: [TAGS, TAGS] },
      allowed: {
        shape: [2, WORDS, TAGS],
        dtype: "bool",
        values: [1, 1, 1, 0, 1, 0, 1, 0, 1, 1, 0, 0, 1, 1, 1, 0, 0, 1],
      },
      logWeights: { shape: [2, WORDS, TAGS] },
    },
    build: (nodes) =>
      weightedPartialCrfLoss(
        { emissions: nodes.emissions!, transitions: nodes.transitions! },
        nodes.allowed!,
        nodes.logWeights!,
      ),
  }));
