import { describe, expect, test } from "vitest";
import { checkSentences, checkTexts } from "./check-input.ts";
import { Tagger } from "./tagger.ts";

const mistake = (message: string, hint: string) =>
  expect.objectContaining({ name: "UserError", message, hint: expect.stringContaining(hint) });

describe("texts", () => {
  test.each([
    ["Ada", ["Ada"]],
    [
      ["Ada", ""],
      ["Ada", ""],
    ],
    [[], []],
  ])("%j", (given, texts) => {
    expect(checkTexts(given)).toEqual(texts);
  });

  test.each([
    [[1], "tag() takes texts, but item 0 of the list is a number (1)", 'tag("Ada met Bob.")'],
    [undefined, "tag() takes a text or a list of texts, not undefined", 'tag("Ada met Bob.")'],
    [{ text: "a" }, "tag() takes a text or a list of texts, not an object", 'tag("Ada met Bob.")'],
    [["a", ["Ann"]], "tag() takes texts, but item 1 of the list is a list", "tagSentences([{ tokens:"],
  ])("%j is refused", (given, message, hint) => {
    expect(() => checkTexts(given)).toThrow(mistake(message, hint));
  });
});

describe("sentences", () => {
  test("pass, with whatever else they have", () => {
    const given = [{ tokens: ["Ann"], doc: "1" }, { tokens: [] }];
    expect(checkSentences(given)).toBe(given);
  });

  test.each([
    [[["Ann"]], "sentence 0 is not { tokens: [words] }: it is a list", 'here: { tokens: ["Ann"] }'],
    [
      ["Ann left."],
      'sentence 0 is not { tokens: [words] }: it is a string ("Ann left.")',
      "tag() takes plain text",
    ],
    [
      [{ tokens: ["a"] }, { text: "b" }],
      "sentence 1 is not { tokens: [words] }: its tokens are missing",
      "e.g.",
    ],
    [
      [{ tokens: ["a", 5] }],
      "sentence 0 is not { tokens: [words] }: its tokens are a list with a number (5) at 1",
      "e.g.",
    ],
    [[{ tokens: "a b" }], 'sentence 0 is not { tokens: [words] }: its tokens are a string ("a b")', "e.g."],
    [{ tokens: ["a"] }, "tagSentences() takes a list of sentences, not an object", "e.g."],
  ])("%j is refused", (given, message, hint) => {
    expect(() => checkSentences(given)).toThrow(mistake(message, hint));
  });
});

test.each([
  [5, "a number (5)"],
  [undefined, "undefined"],
])("Tagger.load(%j) is refused", async (dir, shown) => {
  await expect(Tagger.load(dir as unknown as string)).rejects.toThrow(
    mistake(`a model folder is named by its path, not by ${shown}`, 'Tagger.load("model")'),
  );
});
