import { expect, test } from "vitest";
import { evaluate, input } from "../../graph/index.ts";
import { feedSentenceMean, sentenceMean } from "./sentence-mean.ts";

test("the mean of each sentence's words, zeros where there are none", () => {
  const x = input("x", ["words", 2]);
  const batch = [2, 0, 1].map((words) => ({ words, cost: words, unseen: [] }));
  const feeds = { x: { data: [1, 2, 3, 6, 5, 5], shape: [3, 2] }, ...feedSentenceMean(batch) };
  // (1 + 3)/2, (2 + 6)/2 | nothing | 5, 5
  expect([...evaluate([sentenceMean(x)], feeds)[0]!.data]).toEqual([2, 4, 0, 0, 5, 5]);
});
