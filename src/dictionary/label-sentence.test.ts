import { expect, test } from "vitest";
import type { Sentence } from "../data/sentence.ts";
import { buildDictionary } from "./dictionary.ts";
import { labelSentence } from "./label-sentence.ts";

const dictionary = buildDictionary([
  ["Ada", "PER"],
  ["London", "LOC"],
  ["Apple", "ORG"],
]);

const sentence: Sentence = {
  tokens: ["Ada", "left", "London", "for", "Apple"],
  entities: [{ start: 2, end: 5, label: "MISC" }],
  completeness: "complete",
  source: "a.jsonl",
  doc: "d1",
  hidden: [{ start: 0, end: 1, label: "PER" }],
  unknown: [1],
  outside: [3],
};

test("replaces labels, and what was said about them, by the dictionary's", () => {
  expect(labelSentence(sentence, dictionary)).toEqual({
    tokens: sentence.tokens,
    entities: [
      { start: 0, end: 1, label: "PER", entry: 0 },
      { start: 2, end: 3, label: "LOC", entry: 1 },
      { start: 4, end: 5, label: "ORG", entry: 2 },
    ],
    completeness: "partial",
    source: "a.jsonl",
    doc: "d1",
  });
});

test("or keeps them, and adds hits that contradict nothing", () => {
  const kept = labelSentence(sentence, dictionary, { existing: "keep" });
  // London and Apple lie within the entity that is there.
  expect(kept.entities).toEqual([
    { start: 0, end: 1, label: "PER", entry: 0 },
    { start: 2, end: 5, label: "MISC" },
  ]);
  expect(kept.completeness).toBe("partial");
  expect(kept.hidden).toEqual(sentence.hidden);
});

test("hits on words known to lie outside, or of labels that are complete, are not added", () => {
  const stated: Sentence = { ...sentence, entities: [], outside: [0], completeness: { complete: ["ORG"] } };
  const kept = labelSentence(stated, dictionary, { existing: "keep" });
  expect(kept.entities).toEqual([{ start: 2, end: 3, label: "LOC", entry: 1 }]);
  expect(kept.completeness).toEqual({ complete: ["ORG"] });
});

test("or lets a hit take the place of shorter entities of its label, and of no others", () => {
  const longer = buildDictionary([
    ["acute myocardial infarction", "DISEASE"],
    ["heart failure", "DISEASE"],
    ["left heart", "BODY"],
  ]);
  const labelled: Sentence = {
    tokens: ["acute", "myocardial", "infarction", "then", "heart", "failure"],
    entities: [
      { start: 2, end: 3, label: "DISEASE" },
      { start: 4, end: 5, label: "BODY" },
    ],
    completeness: "partial",
    source: "a.jsonl",
  };
  const kept = labelSentence(labelled, longer, { existing: "keep" });
  expect(kept.entities).toEqual(labelled.entities);
  // "heart" is another label's: who is right is not known, so what is there stays.
  const extended = labelSentence(labelled, longer, { existing: "extend" });
  expect(extended.entities).toEqual([
    { start: 0, end: 3, label: "DISEASE", entry: 0 },
    { start: 4, end: 5, label: "BODY" },
  ]);
  // What is there already in full is not written anew.
  expect(labelSentence(extended, longer, { existing: "extend" })).toEqual(extended);
});

test("takes matches that are known already", () => {
  const matches = [{ start: 1, end: 2, label: "PER", entry: 0 }];
  expect(labelSentence(sentence, dictionary, { matches }).entities).toEqual(matches);
});
