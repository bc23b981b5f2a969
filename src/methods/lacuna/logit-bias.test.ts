import { expect, test } from "vitest";
import { sentence } from "../../../test/support/tiny-task.ts";
import { labelSet, OUTSIDE, tagSet } from "../../models/index.ts";
import { tagDials, turnDials } from "./logit-bias.ts";

/** Turns one dial for one tag, where each value has a score. */
const turn = (byValue: Readonly<Record<string, number>>) => {
  const values = Object.keys(byValue)
    .map(Number)
    .sort((a, b) => a - b);
  const { setting, turned } = turnDials([{ name: "it", tags: [0], values }], 1, (settings) =>
    settings.map(([value]) => byValue[value!]!),
  );
  expect(turned).toEqual([["it", setting[0]]]);
  return setting[0];
};

test("takes what is best", () => {
  expect(turn({ "-1": 10, 0: 30, 1: 60, 2: 30, 3: 20 })).toBe(1);
});

test("a lucky value among bad ones does not win over one among good ones", () => {
  expect(turn({ "-2": 61, "-1": 20, 0: 55, 1: 60, 2: 52 })).toBe(1);
});

test("leaves things as they are where it makes no difference", () => {
  expect(turn({ "-1": 50, 0: 50, 1: 50 })).toBe(0);
});

test("what is best for one dial depends on the others: they are turned in turns, and twice", () => {
  const values = [-2, -1, 0, 1, 2];
  const dials = [
    { name: "first", tags: [0], values },
    { name: "second", tags: [1, 2], values },
  ];
  // Best at 2 and 1; while the second stands at 0, the first is best at 1.
  const f1 = ([a, b]: Float32Array) => -((a! - b! - 1) ** 2) - 3 * (b! - 1) ** 2;
  const asked: number[][] = [];
  const { setting, turned } = turnDials(dials, 4, (settings) => {
    for (const own of settings) asked.push([...own]);
    return settings.map(f1);
  });
  expect([...setting]).toEqual([2, 1, 1, 0]);
  expect(turned).toEqual([
    ["first", 2],
    ["second", 1],
  ]);
  for (const own of asked) expect(own[1]).toBe(own[2]);
});

test("dials: how easily names are found, names of several words, and each label that dev has enough of", () => {
  const labels = labelSet(["LOC", "ORG", "PER"]);
  const tags = tagSet(labels, { scheme: "iobes" });
  const dev = Array.from({ length: 300 }, () =>
    sentence("Ann in Leeds", [
      [0, 1, "PER"],
      [2, 3, "LOC"],
    ]),
  );
  const spelt = (dials: ReturnType<typeof tagDials>) =>
    dials.map(({ tags: own }) => own.map((tag) => tags.tags[tag]).join(" "));
  expect(spelt(tagDials(tags, labels.labels, dev, [-1, 0, 2]))).toEqual([
    "O",
    "B-LOC I-LOC E-LOC B-ORG I-ORG E-ORG B-PER I-PER E-PER",
    "B-LOC I-LOC E-LOC S-LOC",
    "B-PER I-PER E-PER S-PER",
  ]);
  expect(tagDials(tags, labels.labels, dev.slice(1), [0])).toHaveLength(2);
  // Taken off the score of `O`.
  expect(tagDials(tags, labels.labels, dev, [-1, 0, 2])[0]).toEqual({
    name: "no name",
    tags: [OUTSIDE],
    values: [-2, 0, 1],
  });
  for (const { values } of tagDials(tags, labels.labels, dev, [-1, 0, 2])) expect(values).toContain(0);
  const one = labelSet(["PER"]);
  expect(tagDials(tagSet(one, { scheme: "iobes" }), one.labels, dev, [0])).toHaveLength(2);
  const plain = tagSet(one, { scheme: "iob2" });
  expect(tagDials(plain, one.labels, dev, [0])[1]!.tags.map((tag) => plain.tags[tag])).toEqual(["I-PER"]);
});
