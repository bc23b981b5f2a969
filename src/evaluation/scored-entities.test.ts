import { expect, test } from "vitest";
import type { Completeness } from "../data/completeness.ts";
import type { Sentence } from "../data/sentence.ts";
import type { Entity } from "../data/span.ts";
import { scoredEntities } from "./scored-entities.ts";

//              0   1      2    3  4   5    6    7
const tokens = "Mrs Jordan flew to New York City today".split(" ");
const newYork: Entity = { start: 4, end: 6, label: "LOC" };

function gold(completeness: Completeness, marks: Partial<Sentence> = {}): Sentence {
  return { tokens, entities: [newYork], completeness, source: "t", ...marks };
}

function verdict(sentence: Sentence, start: number, end: number, label: string): "scored" | "ignored" {
  const { scored, ignored } = scoredEntities(sentence, [{ start, end, label }]);
  expect(scored.length + ignored.length).toBe(1);
  return scored.length === 1 ? "scored" : "ignored";
}

const partial = gold("partial", { outside: [7] });
const cityUnknown = gold("partial", { unknown: [6], outside: [7] });
const onlyPer = gold({ complete: ["PER"] });

test.each<[string, Sentence, number, number, string, "scored" | "ignored"]>([
  ["a gold entity is scored", partial, 4, 6, "LOC", "scored"],
  ["a word known to be outside makes it scored", partial, 6, 8, "LOC", "scored"],
  ["a wrong boundary is scored", partial, 4, 7, "LOC", "scored"],
  ["a wrong type is scored", partial, 4, 6, "ORG", "scored"],
  ["one word in common with gold is enough", partial, 5, 7, "ORG", "scored"],
  ["only unknown words: ignored", partial, 1, 2, "PER", "ignored"],
  ["next to a gold entity is not on it", partial, 6, 7, "LOC", "ignored"],
  ["complete for the label: scored", onlyPer, 1, 2, "PER", "scored"],
  ["not complete for this one: ignored", onlyPer, 1, 2, "ORG", "ignored"],
  ["a word marked unknown: ignored, though it meets gold", cityUnknown, 4, 7, "LOC", "ignored"],
  ["outside is stronger than unknown", cityUnknown, 6, 8, "LOC", "scored"],
  ["complete: everything is scored", gold("complete"), 1, 2, "PER", "scored"],
  [
    "complete with an unknown word on it: ignored",
    gold("complete", { unknown: [1] }),
    0,
    2,
    "PER",
    "ignored",
  ],
  [
    "complete with an unknown word elsewhere: scored",
    gold("complete", { unknown: [2] }),
    0,
    2,
    "PER",
    "scored",
  ],
  [
    "complete for PER, but the word is unknown",
    gold({ complete: ["PER"] }, { unknown: [1] }),
    1,
    2,
    "PER",
    "ignored",
  ],
  ["gold stays gold on an unknown word", gold("complete", { unknown: [4] }), 4, 6, "LOC", "scored"],
])("%s", (_, sentence, start, end, label, expected) => {
  expect(verdict(sentence, start, end, label)).toBe(expected);
});

test("repetitions are dropped, also among the ignored, and the first is kept", () => {
  const twice = [
    { ...newYork, score: 0.9 },
    { ...newYork, score: 0.1 },
    { start: 1, end: 2, label: "PER" },
    { start: 1, end: 2, label: "PER" },
  ];
  expect(scoredEntities(partial, twice)).toEqual({
    scored: [{ ...newYork, score: 0.9 }],
    ignored: [{ start: 1, end: 2, label: "PER" }],
  });
});
