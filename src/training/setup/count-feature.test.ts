import { expect, test } from "vitest";
import type { Sentence } from "../../data/index.ts";
import { countFeature } from "./count-feature.ts";

const sentence = (
  text: string,
  completeness: Sentence["completeness"],
  ...spans: [number, number][]
): Sentence => ({
  tokens: [...text],
  entities: spans.map(([start, end]) => ({ start, end, label: "PER" })),
  completeness,
  source: "test",
});

test("what is labelled in partial sentences is not counted where others are complete", () => {
  const { counted, feature } = countFeature({}, [
    sentence("王明来了", "complete", [0, 2]),
    sentence("李军和王明来了", "partial", [0, 2], [3, 5]),
    sentence("王明", "partial", [0, 2]),
  ]);
  const shown = (i: number) => counted(i).map((piece) => piece.join(""));
  expect(shown(0)).toEqual(["王明来了"]);
  expect(shown(1)).toEqual(["和", "来了"]);
  expect(shown(2)).toEqual([]);
  expect(feature.config).toMatchObject({ kind: "counts", words: 7 });
});

test("names that overlap are left out with all their words", () => {
  const { counted } = countFeature({}, [
    sentence("好", "complete"),
    sentence("去北京大学看", "partial", [1, 5], [1, 3]),
  ]);
  expect(counted(1)).toEqual([["去"], ["看"]]);
});

test("sentences of one kind are counted as they are", () => {
  for (const completeness of ["complete", "partial"] as const) {
    const { counted } = countFeature({}, [sentence("王明来了", completeness, [0, 2])]);
    expect(counted(0)).toEqual([[..."王明来了"]]);
  }
});

test("of a text that is too long, some sentences are counted", () => {
  const train = ["一二三", "四五六", "七八九", "十百千"].map((text) => sentence(text, "complete"));
  const counted = (mostWords: number) => {
    const made = countFeature({}, train, mostWords);
    return train.map((_, i) => made.counted(i).length).join("");
  };
  expect(counted(12)).toBe("1111");
  // 12 words are more than 11, so every second sentence; more than twice 5, so every third.
  expect(counted(11)).toBe("1010");
  expect(counted(5)).toBe("1001");
});

test("a text without words has nothing to count", () => {
  expect(countFeature({}, [sentence("", "complete")]).feature.config).toMatchObject({ words: 0 });
});
