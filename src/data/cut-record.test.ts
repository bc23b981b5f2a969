import { expect, test } from "vitest";
import { tokenize } from "../text/index.ts";
import { cutRecord, sentenceStarts } from "./cut-record.ts";
import type { Sentence } from "./sentence.ts";

const at = { file: "folder/export.jsonl", line: 7 };

function record(text: string, more: Partial<Sentence> = {}): Sentence {
  return { ...tokenize(text), text, entities: [], completeness: "complete", source: "export.jsonl", ...more };
}

const cut = (whole: Sentence) => [...cutRecord(whole, sentenceStarts(whole, "texts"), at)];

test("each sentence has its words, its labels and the text up to the next one", () => {
  // 0 Ann 1 left 2 . 3 Bob 4 Lee 5 stayed 6 . 7 Why 8 ?
  const whole = record(" Ann left.  Bob Lee stayed.\nWhy?\n", {
    entities: [
      { start: 0, end: 1, label: "PER" },
      { start: 3, end: 5, label: "PER", score: 0.5 },
    ],
    hidden: [{ start: 4, end: 5, label: "X" }],
    unknown: [1, 5],
    outside: [8],
    id: 12,
    meta: { url: "u" },
  });
  const shared = { completeness: "complete", source: "export.jsonl", id: 12, meta: { url: "u" }, doc: "12" };
  expect(cut(whole)).toEqual([
    {
      ...shared,
      tokens: ["Ann", "left", "."],
      text: " Ann left.  ",
      textStart: 0,
      offsets: [
        [1, 4],
        [5, 9],
        [9, 10],
      ],
      entities: [{ start: 0, end: 1, label: "PER" }],
      hidden: [],
      unknown: [1],
    },
    {
      ...shared,
      tokens: ["Bob", "Lee", "stayed", "."],
      text: "Bob Lee stayed.\n",
      textStart: 12,
      offsets: [
        [0, 3],
        [4, 7],
        [8, 14],
        [14, 15],
      ],
      entities: [{ start: 0, end: 2, label: "PER", score: 0.5 }],
      hidden: [{ start: 1, end: 2, label: "X" }],
      unknown: [2],
    },
    {
      ...shared,
      tokens: ["Why", "?"],
      text: "Why?\n",
      textStart: 28,
      offsets: [
        [0, 3],
        [3, 4],
      ],
      entities: [],
      hidden: [],
      outside: [1],
    },
  ]);
});

test("one sentence stays as it is", () => {
  const whole = record("Ann left. ", { id: "a" });
  expect(cut(whole)).toEqual([whole]);
  const { text: _, offsets: __, ...words } = record("Ann left. Bob stayed.");
  expect(cut(words)).toEqual([words]);
});

test("an entity across the end of a sentence keeps both together, a hidden one too", () => {
  const text = "He saw Dr. No. It was fun. He left.";
  const starts = (more: Partial<Sentence>) => sentenceStarts(record(text, more), "texts");
  expect(starts({})).toEqual([0, 15, 27]);
  // 0 He 1 saw 2 Dr 3 . 4 No 5 . 6 It 7 was 8 fun 9 . 10 He
  const across = { start: 4, end: 7, label: "FILM" };
  expect(starts({ entities: [across] })).toEqual([0, 27]);
  expect(starts({ hidden: [across] })).toEqual([0, 27]);
  expect(
    starts({
      entities: [
        { start: 4, end: 6, label: "PER" },
        { start: 6, end: 7, label: "X" },
      ],
    }),
  ).toEqual([0, 15, 27]);
});

test("no sentence ends inside a word of the file", () => {
  const text = "One two. Three.";
  const offsets = [
    [0, 3],
    [4, 14],
    [14, 15],
  ] as const;
  const whole = record(text, { tokens: offsets.map(([from, to]) => text.slice(from, to)), offsets });
  expect(sentenceStarts(whole, "texts")).toEqual([0]);
});

test("in lines, every line break ends a sentence", () => {
  const whole = record("A title\nOne. Two\r\n\nthree");
  expect(sentenceStarts(whole, "texts")).toEqual([0, 13, 19]);
  expect(sentenceStarts(whole, "lines")).toEqual([0, 8, 13, 19]);
});

test("the document is the record's own, else its id, else its place in the file", () => {
  const docs = (more: Partial<Sentence>) => cut(record("One. Two.", more)).map(({ doc }) => doc);
  expect(docs({ doc: "d", id: 1 })).toEqual(["d", "d"]);
  expect(docs({ id: 1 })).toEqual(["1", "1"]);
  expect(docs({})).toEqual(["export.jsonl:7", "export.jsonl:7"]);
});

test("a piece of a document knows its place in it", () => {
  expect(cut(record("One. Two.", { textStart: 100 })).map(({ textStart }) => textStart)).toEqual([100, 105]);
});

test("a text of many sentences under many entities is cut in no time", () => {
  const text = "One two. ".repeat(20_000);
  const words = tokenize(text).tokens.length;
  const entities = Array.from({ length: 20_000 }, (_, i) => ({ start: 0, end: words - i, label: "X" }));
  const began = performance.now();
  expect(sentenceStarts(record(text, { entities }), "texts")).toEqual([0]);
  expect(cut(record(text))).toHaveLength(20_000);
  expect(performance.now() - began).toBeLessThan(5000);
});
