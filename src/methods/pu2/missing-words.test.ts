import { expect, test } from "vitest";
import { sentence } from "../../../test/support/models/tiny-task.ts";
import { labelSet, tagSet } from "../../models/index.ts";
import { tagCorpus } from "../tagger/corpus.ts";
import { completeOf, entityWords, missingByDensity, missingByValues } from "./missing-words.ts";

const labels = labelSet(["PER"]);
const corpusOf = (given: Parameters<typeof tagCorpus>[0]) =>
  tagCorpus(given, labels, tagSet(labels, { scheme: "iob2", nonEntity: false }));
const partial = { completeness: "partial" } as const;

test("what dev has more of is missing", () => {
  // Dev: 4 of 10 words lie in an entity, overlaps counted once; the partial sentence says nothing.
  const dev = [
    sentence("a b c d e f", [
      [0, 3, "PER"],
      [1, 2, "PER"],
    ]),
    sentence("g h i j", [[3, 4, "PER"]]),
    sentence("x y", [[0, 2, "PER"]], partial),
  ];
  const train = corpusOf([
    sentence("k l m n o p", [[0, 1, "PER"]], partial),
    sentence("q r s t", [], partial),
    sentence("complete ones are not ranked", [[0, 5, "PER"]]),
  ]);
  // 0.4 · 10 − 1 = 3 of the 9 ranked words are missing.
  expect(missingByDensity(dev, train, [0, 1])).toBeCloseTo(3 / 9, 12);
  // Of the second sentence alone: 0.4 · 4 of 4.
  expect(missingByDensity(dev, train, [1])).toBeCloseTo(0.4, 12);
  expect(completeOf(dev)).toHaveLength(2);
  expect([...entityWords(dev[0]!)]).toEqual([1, 1, 1, 0, 0, 0]);
});

test("where train has more, or dev nothing to say", () => {
  const full = corpusOf([sentence("a b c", [[0, 2, "PER"]], partial)]);
  expect(missingByDensity([sentence("a b c d", [[0, 1, "PER"]])], full, [0])).toBe(0.1 / 32);
  expect(missingByDensity([], full, [0])).toBeUndefined();
  expect(missingByDensity([sentence("a b", [])], full, [0])).toBeUndefined();
  expect(missingByDensity([sentence("a b", [[0, 1, "PER"]], partial)], full, [0])).toBeUndefined();
  expect(missingByDensity([sentence("a b", [[0, 1, "PER"]])], full, [])).toBeUndefined();
});

test("by O-values: twice the ranked words below the median of labelled ones", () => {
  const labelled = Float32Array.of(5, 1, 2, 3, 4); // median 3
  const ranked = Float32Array.of(9, 2.9, 8, 3, 1, 7, 9, 9, 9, 9);
  expect(missingByValues(ranked, labelled)).toBeCloseTo(0.4, 12);
  expect(missingByValues(Float32Array.of(0, 0, 9), labelled)).toBe(1);
  expect(missingByValues(Float32Array.of(8, 9), labelled)).toBe(0.1 / 32);
  expect(missingByValues(ranked, new Float32Array(0))).toBe(0.1 / 32);
});
