import { expect, test } from "vitest";
import type { Sentence } from "../../data/index.ts";
import { teacherSpans } from "./teacher-spans.ts";

const raw: Sentence = {
  tokens: ["Ann", "Lee", "left", "Leeds"],
  entities: [],
  completeness: "partial",
  source: "test",
};
const found = [
  { start: 0, end: 2, label: "PER", score: 0.8 },
  { start: 3, end: 4, label: "LOC", score: 0.75 },
];
const scores = (sentence: Sentence, { temperature = 1, keepLabels = true } = {}) =>
  teacherSpans(sentence, found, { temperature, keepLabels }).map(
    ({ start, end, label, score }) => `${start}-${end} ${label} ${score.toFixed(4)}`,
  );

test("raw text: what the teacher thinks", () => {
  expect(scores(raw)).toEqual(["0-2 PER 0.8000", "3-4 LOC 0.7500"]);
});

test("a temperature divides the log-odds", () => {
  // Odds 4 and 3; their roots 2 and 1.7321: 2/3 and 0.6340.
  expect(scores(raw, { temperature: 2 })).toEqual(["0-2 PER 0.6667", "3-4 LOC 0.6340"]);
});

test("given labels go before the teacher, and what shares a word with them goes", () => {
  const given = { ...raw, entities: [{ start: 1, end: 2, label: "ORG" }], outside: [3] };
  expect(scores(given)).toEqual(["1-2 ORG 1.0000"]);
  expect(scores(given, { keepLabels: false })).toEqual(["0-2 PER 0.8000", "3-4 LOC 0.7500"]);
});

test("where labels are complete nothing is left to think of", () => {
  const entities = [{ start: 3, end: 4, label: "LOC" }];
  expect(scores({ ...raw, entities, completeness: "complete" })).toEqual(["3-4 LOC 1.0000"]);
  expect(scores({ ...raw, completeness: { complete: ["LOC"] } })).toEqual(["0-2 PER 0.8000"]);
});

test("no word is covered by more than 1 in all", () => {
  const nested = [
    { start: 0, end: 2, label: "PER", score: 0.9 },
    { start: 1, end: 2, label: "ORG", score: 0.6 },
  ];
  const spans = teacherSpans(raw, nested, { temperature: 1, keepLabels: true });
  expect(spans.map(({ score }) => score)).toEqual([0.9 / 1.5, 0.6 / 1.5]);
});
