import { expect, test } from "vitest";
import { evaluate, ParameterStore } from "../../graph/index.ts";
import { countFeatures, countsConfig, restoreCounts } from "./count-features.ts";
import { COUNTS_PER_WORD } from "./ngram-counts.ts";
import type { WordFeatures } from "./word-features.ts";

const text = ["太阳好", "太阳下", "太阳红"].map((sentence) => [...sentence]);

/** What a feature gives each word where every weight is 1: how many thresholds are reached. */
function reached(
  feature: WordFeatures,
  words: readonly string[],
  counted: readonly string[][] = [],
): number[] {
  const store = new ParameterStore();
  const node = feature.build({ parameters: store, training: false });
  const buckets = store.get("encoder.counts.degrees");
  buckets.values.fill(1);
  const feeds = feature.feed([feature.prepare(words, { counted })]);
  const weights = { "encoder.counts.degrees": { data: buckets.values, shape: buckets.shape } };
  return [...evaluate([node], { ...feeds, ...weights })[0]!.data];
}

test("each word has a vector of what it is part of", () => {
  const feature = countFeatures(text, { dim: 1 });
  // Of 太 and 阳 three sightings reach one threshold alone and one as a pair; three times as often as by chance is two more.
  expect(reached(feature, [..."大太阳"])).toEqual([0, 4, 4]);
  // Two are left where the sentence itself was counted. By chance 2 · 2 / 6, together 2: three times again.
  expect(reached(feature, text[0]!, [text[0]!])).toEqual([4, 4, 0]);
});

test("sentences stand one after another", () => {
  const feature = countFeatures(text);
  const { data, shape } = feature.feed([feature.prepare([..."好太"]), feature.prepare([..."阳"])])[
    "encoder.counts.seen"
  ]!;
  expect(shape).toEqual([3, COUNTS_PER_WORD]);
  const sums = [0, 1, 2].map((row) =>
    [...(data as Float32Array).subarray(row * COUNTS_PER_WORD, (row + 1) * COUNTS_PER_WORD)].reduce(
      (a, b) => a + b,
    ),
  );
  expect(sums).toEqual([0, 1, 1]);
});

test("it is made again from its config and its file", async () => {
  const feature = countFeatures(text, { dim: 1 });
  const restored = restoreCounts(countsConfig.parse(feature.config), await feature.files());
  expect(reached(restored, [..."看太阳好"])).toEqual(reached(feature, [..."看太阳好"]));
  expect(restored.config).toEqual({ kind: "counts", name: "counts", dim: 1, words: 9 });
});

test("a file that is missing or damaged is named, with its line", () => {
  const config = countsConfig.parse({ kind: "counts", words: 9 });
  const withFile = (content: string) => () =>
    restoreCounts(config, new Map([["runs.jsonl", new TextEncoder().encode(content)]]));
  expect(() => restoreCounts(config, new Map())).toThrow(
    'the counts of the saved word feature "counts" are missing',
  );
  expect(withFile('[2,"a"]\n[2,')).toThrow("line 2 is not JSON");
  expect(withFile('["a",2]\n')).toThrow("line 1 is not a number and the words that it counts");
  expect(withFile("[2]\n")).toThrow("line 1 is not a number and the words that it counts");
});
