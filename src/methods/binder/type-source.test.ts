import { expect, test } from "vitest";
import { sentence } from "../../../test/support/models/tiny-task.ts";
import { labelSet } from "../../models/index.ts";
import { Random } from "../../random.ts";
import { typeSource } from "./type-source.ts";

const sentences = [
  sentence("Ada met Bob Hill in Bath", [
    [0, 1, "PER"],
    [2, 4, "PER"],
    [5, 6, "LOC"],
  ]),
  sentence("nobody came"),
];
const labels = labelSet(["PER", "LOC", "CellLine"]);
const options = { file: null, descriptions: null, source: "prototype", prototypes: 2 } as const;

test("prototypes are mentions in training sentences, marked, and the mark stands for the type", () => {
  const source = typeSource(options, labels, sentences, new Random(1));
  const seen = new Set<string>();
  for (let seed = 0; seed < 20; seed++) {
    const texts = source.forTraining(new Random(seed));
    // CellLine, LOC, PER: the first was never mentioned.
    expect(texts[0]).toEqual({ words: ["[[", "CellLine", "]]"], marker: 0 });
    expect(texts[1]).toEqual({ words: "Ada met Bob Hill in [[ Bath ]]".split(" "), marker: 5 });
    seen.add(texts[2]!.words.join(" "));
    expect(texts[2]!.words[texts[2]!.marker!]).toBe("[[");
  }
  expect([...seen].sort()).toEqual(["Ada met [[ Bob Hill ]] in Bath", "[[ Ada ]] met Bob Hill in Bath"]);
});

test("for use, as many as asked for, always the same", () => {
  const source = typeSource(options, labels, sentences, new Random(1));
  expect(source.forUse).toHaveLength(6);
  expect(source.forUse.slice(2, 4).map(({ marker }) => marker)).toEqual([5, 5]);
  expect(typeSource(options, labels, sentences, new Random(1)).forUse).toEqual(source.forUse);
});

test("keywords are labels made readable; atomic types are not read", () => {
  const keywords = typeSource({ ...options, source: "keyword" }, labels, sentences, new Random(1));
  expect(keywords.forUse.map(({ words }) => words)).toEqual([["cell", "line"], ["loc"], ["per"]]);
  expect(keywords.notices).toEqual([]);
  const atomic = typeSource({ ...options, source: "atomic" }, labels, sentences, new Random(1));
  expect(atomic.forTraining(new Random(1))).toEqual([{ words: [] }, { words: [] }, { words: [] }]);
});

test("descriptions may stand in the config; what has none is told by a keyword", () => {
  const given = { ...options, source: "guideline", descriptions: { LOC: "a place on a map" } } as const;
  const { forUse, notices } = typeSource(given, labels, sentences, new Random(1));
  expect(forUse.map(({ words }) => words.join(" "))).toEqual(["cell line", "a place on a map", "per"]);
  expect(notices).toEqual(["2 of 3 types have no description and are told by a keyword: CellLine, PER"]);
  expect(() => typeSource({ ...given, file: "types.yaml" }, labels, sentences, new Random(1))).toThrow(
    '"types.file" and "types.descriptions" both describe the types',
  );
});
