import { expect, test } from "vitest";
import { containsRun, foldedWords, splitWords } from "./split-words.ts";

test.each([
  ["Nando's, o'clock.", ["Nando", "'s", ",", "o'clock", "."]],
  ["NANDO'S L'Oréal", ["NANDO", "'S", "L'Oréal"]],
  ["the Teachers' Union", ["the", "Teachers", "'", "Union"]],
  ['"No," she said.', ['"', "No", ",", '"', "she", "said", "."]],
  ["'I Never Said'", ["'", "I", "Never", "Said", "'"]],
  [
    "Mei-Ling won 3-1 at 7:30, 12,400 saw it",
    ["Mei-Ling", "won", "3-1", "at", "7:30", ",", "12,400", "saw", "it"],
  ],
  ["up 3.5 per cent in 2001.", ["up", "3.5", "per", "cent", "in", "2001", "."]],
  ["Halden & Moor – today??", ["Halden", "&", "Moor", "–", "today", "?", "?"]],
  ["Róisín (Peru)", ["Róisín", "(", "Peru", ")"]],
])("splits %j", (text, words) => {
  expect(splitWords(text).map(([start, end]) => text.slice(start, end))).toEqual(words);
});

test("finds a run of words wherever it stands, and no broken one", () => {
  const words = foldedWords("The Bank of New York");
  expect(words).toEqual(["the", "bank", "of", "new", "york"]);
  expect(containsRun(words, ["new", "york"])).toBe(true);
  expect(containsRun(words, ["the", "bank"])).toBe(true);
  expect(containsRun(words, ["bank", "new"])).toBe(false);
  expect(containsRun(words, ["york", "times"])).toBe(false);
});
