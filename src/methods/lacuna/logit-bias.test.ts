import { expect, test } from "vitest";
import { sentence } from "../../../test/support/models/tiny-task.ts";
import { labelSet, OUTSIDE, tagSet } from "../../models/index.ts";
import { fitLogitBiases, tagBiases } from "./logit-bias.ts";

/** Fits the bias of one tag, where each value has a score. */
const fit = (byValue: Readonly<Record<string, number>>) => {
  const grid = Object.keys(byValue)
    .map(Number)
    .sort((a, b) => a - b);
  const { biases, values } = fitLogitBiases([{ name: "it", tags: [0], grid }], 1, (settings) =>
    settings.map(([value]) => byValue[value!]!),
  );
  expect(values).toEqual([["it", biases[0]]]);
  return biases[0];
};

test("takes what is best", () => {
  expect(fit({ "-1": 10, 0: 30, 1: 60, 2: 30, 3: 20 })).toBe(1);
});

test("a lucky value among bad ones does not win over one among good ones", () => {
  expect(fit({ "-2": 61, "-1": 20, 0: 55, 1: 60, 2: 52 })).toBe(1);
});

test("leaves things as they are where it makes no difference", () => {
  expect(fit({ "-1": 50, 0: 50, 1: 50 })).toBe(0);
});

test("what is best for one bias depends on the others: they are fitted in turns, and twice", () => {
  const grid = [-2, -1, 0, 1, 2];
  const two = [
    { name: "first", tags: [0], grid },
    { name: "second", tags: [1, 2], grid },
  ];
  // Best at 2 and 1; while the second stands at 0, the first is best at 1.
  const f1 = ([a, b]: Float32Array) => -((a! - b! - 1) ** 2) - 3 * (b! - 1) ** 2;
  const asked: number[][] = [];
  const { biases, values } = fitLogitBiases(two, 4, (settings) => {
    for (const own of settings) asked.push([...own]);
    return settings.map(f1);
  });
  expect([...biases]).toEqual([2, 1, 1, 0]);
  expect(values).toEqual([
    ["first", 2],
    ["second", 1],
  ]);
  for (const own of asked) expect(own[1]).toBe(own[2]);
});

test("biases: how easily names are found, names of several words, and each label that dev has enough of", () => {
  const labels = labelSet(["LOC", "ORG", "PER"]);
  const tags = tagSet(labels, { scheme: "iobes" });
  const dev = Array.from({ length: 300 }, () =>
    sentence("Ann in Leeds", [
      [0, 1, "PER"],
      [2, 3, "LOC"],
    ]),
  );
  const spelt = (biases: ReturnType<typeof tagBiases>) =>
    biases.map(({ tags: own }) => own.map((tag) => tags.tags[tag]).join(" "));
  expect(spelt(tagBiases(tags, labels.labels, dev, [-1, 0, 2]))).toEqual([
    "O",
    "B-LOC I-LOC E-LOC B-ORG I-ORG E-ORG B-PER I-PER E-PER",
    "B-LOC I-LOC E-LOC S-LOC",
    "B-PER I-PER E-PER S-PER",
  ]);
  expect(tagBiases(tags, labels.labels, dev.slice(1), [0])).toHaveLength(2);
  // Subtracted from the logit of `O`.
  expect(tagBiases(tags, labels.labels, dev, [-1, 0, 2])[0]).toEqual({
    name: "no name",
    tags: [OUTSIDE],
    grid: [-2, 0, 1],
  });
  for (const { grid } of tagBiases(tags, labels.labels, dev, [-1, 0, 2])) expect(grid).toContain(0);
  const one = labelSet(["PER"]);
  expect(tagBiases(tagSet(one, { scheme: "iobes" }), one.labels, dev, [0])).toHaveLength(2);
  const plain = tagSet(one, { scheme: "iob2" });
  expect(tagBiases(plain, one.labels, dev, [0])[1]!.tags.map((tag) => plain.tags[tag])).toEqual(["I-PER"]);
});
