import { expect, test } from "vitest";
import type { ReportSuggestion } from "../../src/audit/report/data.ts";
import { complaint, describeSelection, evidenceWords, likelihood, shortEvidence } from "./words.ts";

const data = {
  labels: ["PER", "LOC"],
  sentences: [{ position: 0, text: "Lake Victoria is large", entities: [] }],
  suggestions: [{ probability: 0.9 }, { probability: 0.7 }, { probability: 0.2 }],
};

test("nothing that was estimated is certain", () => {
  expect([0, 0.004, 0.005, 0.5, 0.994, 0.995, 1].map(likelihood)).toEqual([
    "< 1 %",
    "< 1 %",
    "1 %",
    "50 %",
    "99 %",
    "> 99 %",
    "> 99 %",
  ]);
});

test("how many should be right is the sum of probabilities", () => {
  // 0.9 + 0.7 + 0.2 = 1.8 of 3 is 60 %; 0.9 + 0.7 = 1.6 of 2 is 80 %.
  expect(describeSelection(data, [0, 1, 2])).toBe(
    "All 3 suggestions; about 2 of them should be right (60 %).",
  );
  expect(describeSelection(data, [0, 1])).toBe("2 of 3 suggestions; about 2 of them should be right (80 %).");
  expect(describeSelection(data, [])).toBe("None of 3 suggestions.");
  expect(describeSelection({ suggestions: [] }, [])).toBe("There are no suggestions.");
});

test("what is wrong with the labels", () => {
  const wrong = { sentence: 0, was: [0, 13, 0] } as const;
  expect(complaint(data, { ...wrong, kind: "missed" })).toBe("missed");
  expect(complaint(data, { ...wrong, kind: "type" })).toBe("wrong type: now PER");
  expect(complaint(data, { ...wrong, kind: "boundary" })).toBe("wrong boundaries: now PER “Lake Victoria”");
});

test.each<[ReportSuggestion["surface"], string]>([
  [[0, 0], "The same words occur nowhere else in the data."],
  [[1, 1], "The same words occur once elsewhere, labelled LOC."],
  [[0, 1], "The same words occur once elsewhere, not labelled LOC."],
  [[12, 1300], "The same words occur 1,300 times elsewhere; 12 of them labelled LOC."],
  [[0, 2], "The same words occur 2 times elsewhere; none of them labelled LOC."],
  [[2, 2], "The same words occur 2 times elsewhere; all of them labelled LOC."],
])("the same words, labelled and all: %j", (surface, said) => {
  const suggestion = { kind: "missed", span: [0, 4, 1], probability: 0.8, score: 0.5, surface } as const;
  expect(evidenceWords(data, suggestion)).toEqual([
    "80 % likely that this is an entity that was missed. (Score of the model before calibration: 0.500.)",
    said,
  ]);
});

test("models and dictionary speak if there are any", () => {
  const suggestion = {
    kind: "type",
    span: [0, 4, 1],
    probability: 0.8,
    score: 0.5,
    surface: [0, 0],
  } as const;
  const more = { ...suggestion, folds: [3, 4], dictionary: [1, 0] } as const;
  expect(evidenceWords(data, more)).toEqual([
    "80 % likely that the label is wrong and this is right. (Score of the model before calibration: 0.500.)",
    "3 of 4 models would label it LOC.",
    "The same words occur nowhere else in the data.",
    "Your dictionary has these words as LOC, PER.",
  ]);
  expect(evidenceWords(data, { ...suggestion, dictionary: [] }).at(-1)).toBe(
    "Your dictionary does not have these words.",
  );
  expect(shortEvidence({ ...more, surface: [2, 3] })).toBe(
    "3 of 4 models agree · labelled so in 2 of 3 other places",
  );
  expect(shortEvidence(suggestion)).toBe("");
});
