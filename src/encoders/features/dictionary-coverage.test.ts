import { join } from "node:path";
import { expect, test } from "vitest";
import { describeWith, needs } from "../../../test/support/needs.ts";
import { sharedData } from "../../../test/support/shared-data.ts";
import { readCorpus } from "../../data/index.ts";
import { buildDictionary, loadDictionary } from "../../dictionary/index.ts";
import { Random } from "../../random.ts";
import { crossFit } from "./cross-fit.ts";
import { dictionaryCoverage, dropForCoverage } from "./dictionary-coverage.ts";

const dictionary = buildDictionary([
  ["Rome", "LOC"],
  ["Oslo", "LOC"],
  ["Bayer AG", "ORG"],
]);
const sentences = [
  {
    words: ["Rome", "and", "Oslo", "and", "Bern"],
    entities: [0, 2, 4].map((start) => ({ start, end: start + 1, label: "LOC" })),
  },
  {
    words: ["Rome", "sued", "Bayer", "AG"],
    entities: [
      { start: 0, end: 1, label: "ORG" },
      { start: 2, end: 4, label: "ORG" },
    ],
  },
  { words: ["Rome"], entities: [] },
];

test("counts entities that are hits with the same words and label", () => {
  // Rome and Oslo of the first (Bern is not listed), Bayer AG of the second (Rome is listed as LOC).
  expect(dictionaryCoverage(sentences, dictionary)).toEqual({ entities: 5, covered: 3, share: 0.6 });
  expect(dictionaryCoverage([], dictionary)).toEqual({ entities: 0, covered: 0, share: 0 });
});

test("with cross-fitting, what only the own part labels does not count", () => {
  // Three parts of one sentence: only "Rome" is labelled in two of them.
  const fit = crossFit(sentences, 3, new Random(1));
  expect(dictionaryCoverage(sentences, dictionary, fit)).toEqual({ entities: 5, covered: 1, share: 0.2 });
});

test("as many hits are dropped as bring coverage to that of new text", () => {
  const { hit, sentence } = dropForCoverage({ share: 0.946 }, { share: 0.316 });
  // EC: √(31.6/94.6) = 0.578.
  expect(hit).toBeCloseTo(0.422, 3);
  expect((1 - hit) * (1 - sentence) * 0.946).toBeCloseTo(0.316, 10);
});

test("nothing is dropped where new text is covered as well, and some hits always stay", () => {
  expect(dropForCoverage({ share: 0.3 }, { share: 0.4 })).toEqual({ hit: 0, sentence: 0 });
  expect(dropForCoverage({ share: 0 }, { share: 0 })).toEqual({ hit: 0, sentence: 0 });
  const { hit, sentence } = dropForCoverage({ share: 0.9 }, { share: 0 });
  expect((1 - hit) * (1 - sentence)).toBeCloseTo(0.1, 10);
});

describeWith(needs.dataSets("dictionaries", "ec", "news"), "published dictionaries", () => {
  // Issue 4 gives 94.6 and 31.6 % for EC, 71.3 and 31.8 % for NEWS.
  test.each([
    ["ec", 0.948, 0.316],
    ["news", 0.712, 0.318],
  ])("%s: known well in train, less in test, and cross-fitting foretells it", async (name, train, held) => {
    const [own, other] = await Promise.all(["train", "test"].map((part) => labelled(name, part)));
    const found = await loadDictionary(join(sharedData, "dictionaries", name), { unit: "characters" });
    expect(dictionaryCoverage(own!, found).share).toBeCloseTo(train, 2);
    expect(dictionaryCoverage(other!, found).share).toBeCloseTo(held, 2);
    // From the training sentences alone, to 4 points.
    const foretold = dictionaryCoverage(own!, found, crossFit(own!, 5, new Random(1))).share;
    expect(Math.abs(foretold - held)).toBeLessThan(0.04);
  });
});

async function labelled(name: string, part: string) {
  const found = [];
  for await (const { tokens, entities } of readCorpus(join(sharedData, name, `${part}.jsonl`))) {
    found.push({ words: tokens, entities });
  }
  return found;
}
