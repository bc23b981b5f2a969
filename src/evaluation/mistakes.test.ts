import fc from "fast-check";
import { expect, test } from "vitest";
import type { Sentence } from "../data/sentence.ts";
import { type Entity, entityKey } from "../data/span.ts";
import { findMistakes, sentenceMistakes } from "./mistakes.ts";
import { scoredEntities, uniqueEntities } from "./scored-entities.ts";

const at = (start: number, end: number, label: string): Entity => ({ start, end, label });

//              0   1      2    3  4   5    6    7      8      9
const tokens = "Mrs Jordan flew to New York City before Amazon closed".split(" ");
const gold: Sentence = {
  tokens,
  entities: [at(1, 2, "PER"), at(4, 7, "LOC"), at(8, 9, "ORG")],
  completeness: "complete",
  source: "news.jsonl",
  doc: "d7",
};

test("each mistake once, with its words and what stands around them", () => {
  // Jordan is taken for a place, New York City is cut short, Amazon is missed, flew is invented.
  const found = sentenceMistakes(gold, [at(1, 2, "LOC"), at(4, 6, "LOC"), at(2, 3, "ORG")], 41, {
    context: 2,
  });
  const place = { sentence: 41, source: "news.jsonl", doc: "d7" };
  expect(found).toEqual([
    {
      kind: "wrong type",
      gold: at(1, 2, "PER"),
      predicted: at(1, 2, "LOC"),
      ...place,
      surface: "Jordan",
      before: "Mrs",
      after: "flew to",
    },
    {
      kind: "false alarm",
      predicted: at(2, 3, "ORG"),
      ...place,
      surface: "flew",
      before: "Mrs Jordan",
      after: "to New",
    },
    {
      kind: "wrong boundary",
      gold: at(4, 7, "LOC"),
      predicted: at(4, 6, "LOC"),
      ...place,
      surface: "New York City",
      before: "flew to",
      after: "before Amazon",
    },
    {
      kind: "miss",
      gold: at(8, 9, "ORG"),
      ...place,
      surface: "Amazon",
      before: "City before",
      after: "closed",
    },
  ]);
});

test("the boundary pair with the most words in common wins; the other is a false alarm", () => {
  const found = sentenceMistakes(
    gold,
    [at(1, 2, "PER"), at(8, 9, "ORG"), at(6, 8, "LOC"), at(3, 6, "LOC")],
    0,
  );
  expect(found.map((mistake) => [mistake.kind, "predicted" in mistake ? mistake.predicted : null])).toEqual([
    ["wrong boundary", at(3, 6, "LOC")],
    ["false alarm", at(6, 8, "LOC")],
  ]);
});

test("other words and another type at once is a miss and a false alarm", () => {
  const found = sentenceMistakes({ ...gold, entities: [at(4, 7, "LOC")] }, [at(4, 6, "ORG")], 0);
  expect(found.map(({ kind, surface }) => [kind, surface])).toEqual([
    ["miss", "New York City"],
    ["false alarm", "New York"],
  ]);
});

test("shows the running text where there is one", () => {
  const text = "In  Den Haag.";
  const spaced: Sentence = {
    tokens: ["In", "Den", "Haag", "."],
    text,
    offsets: [
      [0, 2],
      [4, 7],
      [8, 12],
      [12, 13],
    ],
    entities: [at(2, 3, "LOC")],
    completeness: "complete",
    source: "t",
  };
  expect(sentenceMistakes(spaced, [], 0)[0]).toMatchObject({
    surface: "Haag",
    before: "In  Den",
    after: ".",
  });
});

test("predictions on unknown words are no mistakes, and hidden entities are not looked at", () => {
  const partial: Sentence = { ...gold, completeness: "partial", entities: [], hidden: gold.entities };
  expect(sentenceMistakes(partial, [at(1, 2, "LOC")], 0)).toEqual([]);
});

const entity = fc
  .tuple(fc.nat(7), fc.integer({ min: 1, max: 3 }), fc.constantFrom("A", "B"))
  .map(([start, width, label]) => at(start, start + width, label));
const list = fc.array(entity, { maxLength: 7 });

test("whatever was not found and whatever is wrong is in exactly one mistake", () => {
  fc.assert(
    fc.property(
      list,
      list,
      fc.constantFrom("complete" as const, "partial" as const),
      (a, b, completeness) => {
        const sentence: Sentence = { ...gold, entities: a, completeness };
        const mistakes = [...findMistakes([[sentence, b]])];
        const keys = (entities: readonly Entity[]) => entities.map(entityKey).sort();
        const goldKeys = new Set(a.map(entityKey));
        const predictedKeys = new Set(b.map(entityKey));
        const { scored } = scoredEntities(sentence, b);
        expect(keys(mistakes.flatMap((m) => ("gold" in m ? [m.gold] : [])))).toEqual(
          keys(uniqueEntities(a).filter((e) => !predictedKeys.has(entityKey(e)))),
        );
        expect(keys(mistakes.flatMap((m) => ("predicted" in m ? [m.predicted] : [])))).toEqual(
          keys(scored.filter((e) => !goldKeys.has(entityKey(e)))),
        );
        for (const mistake of mistakes) {
          if (mistake.kind === "wrong type") {
            expect(mistake.predicted).toMatchObject({ start: mistake.gold.start, end: mistake.gold.end });
            expect(mistake.predicted.label).not.toBe(mistake.gold.label);
          } else if (mistake.kind === "wrong boundary") {
            expect(mistake.predicted.label).toBe(mistake.gold.label);
            expect(
              mistake.predicted.start < mistake.gold.end && mistake.gold.start < mistake.predicted.end,
            ).toBe(true);
          }
        }
      },
    ),
  );
});

test("numbers the sentences from 0", () => {
  const empty = { ...gold, entities: [] };
  const found = findMistakes([
    [empty, []],
    [gold, [at(1, 2, "PER"), at(8, 9, "ORG")]],
    [empty, [at(0, 1, "PER")]],
  ]);
  expect([...found].map(({ sentence, kind }) => [sentence, kind])).toEqual([
    [1, "miss"],
    [2, "false alarm"],
  ]);
});
