import { expect, test } from "vitest";
import { type Sentence, SentenceSet } from "../data/index.ts";
import { auditDoubts } from "./doubts.ts";

const sentence = (word: string, label = "PER"): Sentence => ({
  tokens: [word],
  entities: [{ start: 0, end: 1, label }],
  completeness: "partial",
  source: "a",
});
const audited = ["a", "b", "c", "d"].map((word) => sentence(word));
const doubts = (dev: readonly Sentence[], known?: readonly Sentence[]) =>
  [
    ...auditDoubts(
      { data: ["x.jsonl:partial"], model: "m" },
      { sentences: audited, dev, known: known && SentenceSet.of(known) },
    ),
  ].map(({ message }) => message);

test("a model that knows half of the sentences is doubted", () => {
  expect(doubts([], [sentence("a"), sentence("b"), sentence("z")])).toEqual([
    expect.stringContaining('the model "m" was trained on 50 % (2 of 4) of the audited sentences'),
  ]);
  expect(doubts([], [sentence("z")])).toEqual([]);
});

test("so are dev sentences that are audited, and labels of another name", () => {
  expect(doubts([sentence("a"), sentence("y")])).toEqual([
    expect.stringContaining("50 % (1 of 2) of the dev sentences are among the audited ones"),
  ]);
  expect(doubts([sentence("y", "PERSON")])).toEqual([
    'dev has the label "PERSON", the audited sentences have "PER": two names for one type count as all wrong',
  ]);
});
