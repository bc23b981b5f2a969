import { describe, expect, test } from "vitest";
import { buildDictionary } from "../../dictionary/index.ts";
import { Random } from "../../random.ts";
import {
  type DictionaryFeatureOptions,
  dictionaryFeatureConfig,
  dictionaryFeatures,
  restoreDictionaryFeatures,
} from "./dictionary-features.ts";

const dictionary = buildDictionary([
  ["New York Times", "ORG"],
  ["New York", "LOC"],
  ["York", "ORG"],
]);

/** The positions of each word, as letters of B I E S for ORG and b i e s for LOC. */
function codes(words: readonly string[], options: DictionaryFeatureOptions = {}, random?: Random): string[] {
  const feature = dictionaryFeatures(dictionary, options);
  const { data } = feature.feed([feature.prepare(words)], random)["encoder.lexicon.hits"]!;
  return words.map((_, i) => [..."BIESbies"].filter((_, code) => data[8 * i + code] === 1).join(""));
}

test("every hit marks its first, middle, last and only words, several at once", () => {
  expect(codes(["the", "New", "York", "Times"])).toEqual(["", "Bb", "ISe", "E"]);
});

test("only the longest hits, if told", () => {
  expect(codes(["the", "New", "York", "Times"], { match: "longest" })).toEqual(["", "B", "I", "E"]);
});

test("a hidden hit is not seen", () => {
  const feature = dictionaryFeatures(dictionary, {});
  const { hits } = feature.prepare(["New", "York"], { isHidden: (start, end) => end - start === 2 });
  expect(hits).toEqual([{ start: 1, end: 2, label: 0 }]);
});

describe("in training", () => {
  const words = Array.from({ length: 3000 }, () => "York");
  const seen = (
    batch: readonly (readonly string[])[],
    drop: DictionaryFeatureOptions["drop"],
    random?: Random,
  ) => {
    const feature = dictionaryFeatures(dictionary, drop === undefined ? {} : { drop });
    const { data } = feature.feed(
      batch.map((sentence) => feature.prepare(sentence)),
      random,
    )["encoder.lexicon.hits"]!;
    return (data as Float32Array).reduce((sum, value) => sum + value, 0);
  };

  test("each hit is dropped with its probability", () => {
    const share = seen([words], { hit: 0.4, sentence: 0 }, new Random(1)) / 3000;
    // Four deviations: 4·√(0.4·0.6/3000) ≈ 0.036.
    expect(Math.abs(share - 0.6)).toBeLessThan(0.036);
  });

  test("all hits of a sentence are dropped together", () => {
    const sentences = Array.from({ length: 3000 }, () => ["York", "York"]);
    const feature = dictionaryFeatures(dictionary, { drop: { hit: 0, sentence: 0.4 } });
    const { data } = feature.feed(
      sentences.map((sentence) => feature.prepare(sentence)),
      new Random(2),
    )["encoder.lexicon.hits"]!;
    const pairs = sentences.map((_, i) => [data[16 * i + 3], data[16 * i + 11]]);
    expect(pairs.every(([a, b]) => a === b)).toBe(true);
    const share = pairs.filter(([a]) => a === 1).length / 3000;
    expect(Math.abs(share - 0.6)).toBeLessThan(0.036);
  });

  test("nothing is dropped at prediction", () => {
    expect(seen([words], { hit: 0.4, sentence: 0.5 })).toBe(3000);
  });

  test("the same state drops the same hits", () => {
    const feature = dictionaryFeatures(dictionary, { drop: { hit: 0.5, sentence: 0.2 } });
    const batch = [feature.prepare(words)];
    expect(feature.feed(batch, new Random(3))).toEqual(feature.feed(batch, new Random(3)));
  });
});

test("what looks like a phrase is told beside hits, is never dropped, and comes back with the model", async () => {
  const feature = dictionaryFeatures(dictionary, { likeness: true, drop: { hit: 0.9, sentence: 0.9 } });
  const prepared = feature.prepare(["New", "Times"]);
  const seen = (random?: Random) => feature.feed([prepared], random)["encoder.lexicon.hits"]!;
  const { data, shape } = seen();
  // Eight positions, then five counts of seven thresholds for each label.
  expect(shape).toEqual([2, 8 + 2 * 35]);
  const told = [...data.keys()].filter((i) => data[i] === 1);
  // New begins a name of ORG and one of LOC, Times ends one of ORG; there is no hit that could be dropped.
  expect(told).toEqual([8, 8 + 35, 78 + 8 + 14]);
  expect(seen(new Random(1))).toEqual(seen());
  const again = restoreDictionaryFeatures(
    dictionaryFeatureConfig.parse(feature.config),
    await feature.files(),
  );
  expect(again.feed([again.prepare(["New", "Times"])])).toEqual(feature.feed([prepared]));
});

test("the dictionary is saved with the model, whatever its phrases are", async () => {
  const odd = buildDictionary(
    [
      ['tab\t"quote"', "__proto__"],
      ["北京", "constructor"],
    ],
    { case: "fold", unit: "words" },
  );
  const feature = dictionaryFeatures(odd);
  expect(feature.config).toMatchObject({
    labels: ["__proto__", "constructor"],
    dictionary: { case: "fold" },
  });
  const again = restoreDictionaryFeatures(
    dictionaryFeatureConfig.parse(feature.config),
    await feature.files(),
  );
  for (const words of [["TAB", '"', "QUOTE", '"'], ["在", "北", "京"], ["x"]]) {
    expect(again.prepare(words)).toEqual(feature.prepare(words));
  }
  expect(again.prepare(["北", "京"]).hits).toEqual([{ start: 0, end: 2, label: 1 }]);
  expect(() => restoreDictionaryFeatures(dictionaryFeatureConfig.parse(feature.config), new Map())).toThrow(
    /dictionary .* is missing/,
  );
  const broken = new Map([["entries.jsonl", new TextEncoder().encode('["a","b"]\n["a"]\n')]]);
  expect(() => restoreDictionaryFeatures(dictionaryFeatureConfig.parse(feature.config), broken)).toThrow(
    /line 2 is not a pair/,
  );
});
