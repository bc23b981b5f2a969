import { expect, test } from "vitest";
import { collect } from "../../../test/support/collect.ts";
import type { Entity, Sentence } from "../../data/index.ts";
import { tokenize } from "../../text/index.ts";
import { markedText } from "./marked-text.ts";

async function shown(text: string, entities: readonly Entity[], isColoured = false): Promise<string> {
  const sentence: Sentence = { ...tokenize(text), text, entities, completeness: "partial", source: "s" };
  return (await collect(markedText([sentence], isColoured)))[0]!;
}

test("entities are marked in the sentence as it was written", async () => {
  const entities = [
    { start: 0, end: 2, label: "PER", score: 0.978 },
    { start: 4, end: 5, label: "LOC" },
  ];
  expect(await shown(" Ann Lee\nmoved  to Leeds.\n", entities)).toBe(
    "[Ann Lee | PER 0.98] moved to [Leeds | LOC].",
  );
});

test("nested ones within each other", async () => {
  const entities = [
    { start: 0, end: 3, label: "ORG" },
    { start: 0, end: 1, label: "LOC" },
    { start: 2, end: 3, label: "X" },
  ];
  expect(await shown("Leeds and York", entities)).toBe("[[Leeds | LOC] and [York | X] | ORG]");
});

test("nothing in the text or a label can steer the terminal", async () => {
  const marked = await shown("a \u001b[31mred", [{ start: 0, end: 1, label: "\u0007\u202e" }]);
  expect(marked).toBe("[a | \\u0007\\u202e] \\u001b[31mred");
});

test("in bold where colours are wanted", async () => {
  expect(await shown("in Oslo", [{ start: 1, end: 2, label: "LOC" }], true)).toBe(
    "in [\u001b[1mOslo\u001b[22m | LOC]",
  );
});
