import { expect, test } from "vitest";
import { ReadLog } from "../read-log.ts";
import type { Sentence } from "../sentence.ts";
import { draftFromExtras, draftFromExtrasText, extrasOf } from "./extras.ts";

const at = { file: "f.jsonl", line: 3 };
const plain: Sentence = {
  tokens: ["Ann", "left"],
  entities: [{ start: 0, end: 1, label: "PER" }],
  completeness: "complete",
  source: "f.jsonl",
};

test("completeness is always said, the source only where it is another file", () => {
  expect(extrasOf(plain, ["tokens", "entities"], "some/folder/f.jsonl")).toEqual({
    completeness: "complete",
  });
  expect(extrasOf(plain, ["tokens", "entities"], "g.jsonl")).toEqual({
    completeness: "complete",
    source: "f.jsonl",
  });
});

test("nothing to say is undefined", () => {
  expect(extrasOf(plain, ["tokens", "entities", "completeness"], "f.jsonl")).toBeUndefined();
});

test("what is not native travels, an empty list of hidden entities too", () => {
  const full: Sentence = {
    ...plain,
    doc: "d",
    hidden: [],
    unknown: [1],
    text: "Ann left",
    offsets: [
      [0, 3],
      [4, 8],
    ],
  };
  expect(extrasOf(full, ["entities", "text"], "f.jsonl")).toEqual({
    completeness: "complete",
    doc: "d",
    tokens: ["Ann", "left"],
    offsets: [
      [0, 3],
      [4, 8],
    ],
    hidden: [],
    unknown: [1],
  });
});

test("scores go in the order of native entities, and not beside entities that travel whole", () => {
  const scored: Sentence = {
    ...plain,
    entities: [
      { start: 0, end: 1, label: "PER", score: 0.5 },
      { start: 1, end: 2, label: "ACT" },
    ],
  };
  expect(extrasOf(scored, ["tokens", "entities"], "f.jsonl")).toEqual({
    completeness: "complete",
    scores: [0.5, null],
  });
  expect(extrasOf(scored, ["tokens"], "f.jsonl")).toEqual({
    completeness: "complete",
    entities: scored.entities,
  });
});

test("bad pieces are dropped one by one, the rest is kept", () => {
  const log = new ReadLog();
  const value = {
    completeness: "mostly",
    doc: 7,
    source: "x",
    hidden: [{ start: 0, end: 1 }],
    unknown: [0, 1],
    offsets: [[0, 1, 2]],
    text: null,
    newer: "passed over",
  };
  expect(draftFromExtras(value, at, log)).toEqual({ source: "x", unknown: [0, 1] });
  expect(log.notices.map(({ line, detail }) => `${line} ${detail}`)).toEqual([
    '3 "completeness" is "mostly"',
    '3 "doc" is 7',
    '3 "offsets" is [[0,1,2]]',
    '3 "hidden" is [{"start":0,"end":1}]',
  ]);
});

test("what is no object, or no JSON, is dropped as a whole", () => {
  const log = new ReadLog();
  expect(draftFromExtras([1], at, log)).toEqual({});
  expect(draftFromExtras(undefined, at, log)).toEqual({});
  expect(draftFromExtrasText("{", at, log)).toEqual({});
  expect(draftFromExtrasText('{"__proto__":{"doc":"x"}}', at, log)).toEqual({});
  expect(log.total).toBe(2);
});
