import { expect, test } from "vitest";
import { buildDictionary } from "../../dictionary/index.ts";
import { phraseLikeness } from "./phrase-likeness.ts";

/** Begins, within, ends, begins with the next, ends with the one before. */
type Buckets = [begins: number, within: number, ends: number, beginsPair: number, endsPair: number];

const selection = { match: "all", conflict: "keep-both" } as const;

function bucketsOf(entries: [string, string][], words: string[], unit: "characters" | "words"): Buckets[][] {
  const dictionary = buildDictionary(entries, { unit, case: unit === "words" ? "fold" : "exact" });
  const found = phraseLikeness(dictionary).buckets(words, dictionary.match(words, selection));
  const labels = dictionary.labels.length;
  return words.map((_, word) =>
    dictionary.labels.map((_, label) => {
      const first = (word * labels + label) * 5;
      return [...found.subarray(first, first + 5)] as Buckets;
    }),
  );
}

test("a name that the dictionary does not have is told by its parts", () => {
  const names: [string, string][] = [
    ["王小明", "PER"],
    ["王建国", "PER"],
    ["李小华", "PER"],
  ];
  expect(bucketsOf(names, [..."王小国说"], "characters")).toEqual([
    // 王 begins two names, 王小 one of them.
    [[2, 0, 0, 1, 0]],
    // 小 stands in the middle of two.
    [[0, 2, 0, 0, 0]],
    [[0, 0, 1, 0, 0]],
    [[0, 0, 0, 0, 0]],
  ]);
});

test("a phrase that matches does not count where it matches", () => {
  const names: [string, string][] = [
    ["王小明", "PER"],
    ["王建国", "PER"],
  ];
  expect(bucketsOf(names, [..."王小明"], "characters")).toEqual([
    [[1, 0, 0, 0, 0]],
    [[0, 0, 0, 0, 0]],
    [[0, 0, 0, 0, 0]],
  ]);
});

test("labels are counted apart, words in any case if the dictionary says so, and single words have no parts", () => {
  const names: [string, string][] = [
    ["New York", "LOC"],
    ["New Delhi", "LOC"],
    ["New Order", "ORG"],
    ["Paris", "LOC"],
  ];
  expect(bucketsOf(names, ["new", "Paris", "Delhi"], "words")).toEqual([
    [
      [2, 0, 0, 0, 0],
      [1, 0, 0, 0, 0],
    ],
    [
      [0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0],
    ],
    [
      [0, 0, 1, 0, 0],
      [0, 0, 0, 0, 0],
    ],
  ]);
});

test("many phrases reach the highest bucket", () => {
  const names = Array.from({ length: 400 }, (_, i): [string, string] => [
    `王${String.fromCodePoint(0x4e00 + i)}`,
    "PER",
  ]);
  expect(bucketsOf(names, [..."王说"], "characters")[0]![0]![0]).toBe(7);
});

test("buckets are written in unary, row by row", () => {
  const dictionary = buildDictionary([["ab", "X"]], { unit: "characters" });
  const likeness = phraseLikeness(dictionary);
  const row = likeness.perLabel + 1;
  const data = new Float32Array(2 * row);
  const buckets = new Uint8Array(10);
  buckets[0] = 2;
  buckets[9] = 1;
  likeness.write(buckets, data, 1, row);
  expect([...data.keys()].filter((i) => data[i] === 1)).toEqual([1, 2, row + 1 + 4 * 7]);
});
