import { expect, test } from "vitest";
import type { Sentence } from "../../data/index.ts";
import { joinDocuments } from "./join-documents.ts";

const sentence = (words: number, doc?: string): Sentence => ({
  tokens: new Array(words).fill("w"),
  entities: [{ start: 0, end: 1, label: "X" }],
  completeness: "complete",
  source: "a",
  ...(doc !== undefined && { doc }),
});
const documents = { words: 6, overlap: 3, by: "doc" } as const;
const lengths = (sentences: readonly Sentence[]) => sentences.map(({ tokens }) => tokens.length);

test("training windows overlap, those of dev do not", () => {
  const three = [sentence(3, "1"), sentence(2, "1"), sentence(3, "1")];
  const joined = joinDocuments({ train: three, dev: three, notices: ["before"] }, documents);
  expect(lengths(joined.train)).toEqual([5, 5]);
  expect(lengths(joined.dev)).toEqual([5, 3]);
  expect(joined.train[1]!.entities.map(({ start }) => start)).toEqual([0, 2]);
  expect(joined.notices).toEqual(["before", "3 sentences are read as 2 windows of at most 6 words"]);
});

test("says so where no documents are marked", () => {
  const { train, notices } = joinDocuments(
    { train: [sentence(2), sentence(2)], dev: [], notices: [] },
    documents,
  );
  expect(lengths(train)).toEqual([2, 2]);
  expect(notices[0]).toMatch("no two sentences are of one document");
});
