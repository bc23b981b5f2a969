import { expect, test } from "vitest";
import { joinSentences, splitSpans } from "./join-sentences.ts";
import type { Sentence } from "./sentence.ts";

const first: Sentence = {
  tokens: ["Ada", "wrote", "."],
  entities: [{ start: 0, end: 1, label: "PER" }],
  completeness: "partial",
  source: "a.jsonl",
  doc: "1",
  unknown: [2],
};
const second: Sentence = {
  tokens: ["In", "London", "."],
  entities: [{ start: 1, end: 2, label: "LOC" }],
  completeness: "partial",
  source: "a.jsonl",
  doc: "1",
  hidden: [{ start: 0, end: 1, label: "MISC" }],
  outside: [2],
};

test("labels, hidden ones and words known or unknown move along", () => {
  expect(joinSentences([first, second])).toEqual({
    tokens: ["Ada", "wrote", ".", "In", "London", "."],
    entities: [
      { start: 0, end: 1, label: "PER" },
      { start: 4, end: 5, label: "LOC" },
    ],
    completeness: "partial",
    source: "a.jsonl",
    doc: "1",
    hidden: [{ start: 3, end: 4, label: "MISC" }],
    unknown: [2],
    outside: [5],
  });
});

test("spans come back to their sentences; one across a border to none", () => {
  const { entities } = joinSentences([first, second]);
  const across = { start: 2, end: 4, label: "ORG" };
  expect(splitSpans([...entities, across], [first, second])).toEqual([first.entities, second.entities]);
});
