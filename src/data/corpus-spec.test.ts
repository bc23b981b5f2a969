import { expect, test } from "vitest";
import { parseCorpusSpec } from "./corpus-spec.ts";

test.each([
  ["train.jsonl", { path: "train.jsonl" }],
  ["train.jsonl:partial", { path: "train.jsonl", completeness: "partial" }],
  ["a:b.jsonl:complete", { path: "a:b.jsonl", completeness: "complete" }],
  ["C:\\data\\a.txt", { path: "C:\\data\\a.txt" }],
  ["x.conll:complete=PER, LOC", { path: "x.conll", completeness: { complete: ["PER", "LOC"] } }],
  ["x:partially", { path: "x:partially" }],
])("%s", (text, spec) => {
  expect(parseCorpusSpec(text)).toEqual(spec);
});

test("an empty label is a mistake, with a hint", () => {
  expect(() => parseCorpusSpec("x:complete=PER,")).toThrow('unknown completeness "complete=PER,"');
  expect(() => parseCorpusSpec("x:complete=")).toThrow('unknown completeness "complete="');
});
