import { expect, test } from "vitest";
import type { Sentence } from "../data/sentence.ts";
import { buildDictionary } from "./dictionary.ts";
import { dictionaryReport } from "./dictionary-report.ts";

const dictionary = buildDictionary(
  [
    ["Ada", "PER"],
    ["Grace", "PER"],
    ["Jordan", "PER"],
    ["Jordan", "LOC"],
    ["New York", "LOC"],
    ["York", "LOC"],
  ],
  { conflict: "first" },
);

function sentence(text: string, entities: Sentence["entities"], more: Partial<Sentence> = {}): Sentence {
  return { tokens: text.split(" "), entities, completeness: "complete", source: "t", ...more };
}

const sentences = [
  // Ada right, New York right.
  sentence("Ada saw New York", [
    { start: 0, end: 1, label: "PER" },
    { start: 2, end: 4, label: "LOC" },
  ]),
  // Jordan is a place here (wrong), Leeds is missed; a label outside the dictionary is no matter.
  sentence("Jordan or Leeds", [
    { start: 0, end: 1, label: "LOC" },
    { start: 2, end: 3, label: "LOC" },
    { start: 0, end: 3, label: "MISC" },
  ]),
  sentence("nothing here", []),
];

test("hits, coverage, and agreement with gold", () => {
  const report = dictionaryReport(sentences, dictionary, { isGold: true });
  expect(report.phrases).toBe(6);
  expect(report.hits).toBe(3);
  expect([...report.hitsPerLabel]).toEqual([
    ["PER", 2],
    ["LOC", 1],
  ]);
  expect([report.sentences, report.sentencesWithHit]).toEqual([3, 2]);
  // 4 + 3 + 2 tokens; Ada, New, York and Jordan are covered.
  expect([report.tokens, report.tokensInHits]).toEqual([9, 4]);
  expect(report.neverHit).toEqual({
    count: 3,
    first: [
      { phrase: "Grace", label: "PER" },
      { phrase: "Jordan", label: "LOC" },
      { phrase: "York", label: "LOC" },
    ],
  });
  expect(report.ambiguous).toEqual({ count: 1, first: [{ phrase: "Jordan", labels: ["PER", "LOC"] }] });
  // Predicted PER Ada, PER Jordan, LOC New York; gold PER Ada, LOC New York, LOC Jordan, LOC Leeds.
  const gold = report.gold!;
  expect(gold.perLabel.get("PER")).toEqual({
    correct: 1,
    predicted: 2,
    gold: 1,
    precision: 50,
    recall: 100,
    f1: 200 / 3,
  });
  expect(gold.perLabel.get("LOC")).toEqual({
    correct: 1,
    predicted: 1,
    gold: 3,
    precision: 100,
    recall: 100 / 3,
    f1: 50,
  });
  // 2 of 3 predicted are right, 2 of 4 gold are found: F1 = 2·2 / (3 + 4).
  expect(gold.all).toEqual({
    correct: 2,
    predicted: 3,
    gold: 4,
    precision: 200 / 3,
    recall: 50,
    f1: 400 / 7,
  });
});

test("lists are cut to the length asked for, counts are not", () => {
  const report = dictionaryReport(sentences, dictionary, { keep: 1 });
  expect(report.neverHit.count).toBe(3);
  expect(report.neverHit.first).toHaveLength(1);
  expect(report.gold).toBeUndefined();
});

test("only what a sentence is complete for is scored", () => {
  const partial = sentence("Ada saw York", [], { completeness: { complete: ["LOC"] } });
  const report = dictionaryReport([partial], dictionary, { isGold: true });
  expect(report.gold!.perLabel.get("PER")!.predicted).toBe(0);
  expect(report.gold!.perLabel.get("LOC")!.predicted).toBe(1);
  const unjudged = dictionaryReport([{ ...partial, completeness: "partial" }], dictionary, { isGold: true });
  expect(unjudged.gold).toBeUndefined();
});

test("a hit on unknown words is neither right nor wrong", () => {
  const unknown = sentence("Ada saw York", [], { unknown: [0] });
  const report = dictionaryReport([unknown], dictionary, { isGold: true });
  expect(report.gold!.all).toEqual({
    correct: 0,
    predicted: 1,
    gold: 0,
    precision: 0,
    recall: 0,
    f1: 0,
  });
});
