import { expect, test } from "vitest";
import type { Sentence } from "./sentence.ts";
import { createStatistics } from "./statistics.ts";

const sentence = (
  tokens: string,
  entities: Sentence["entities"],
  rest: Partial<Sentence> = {},
): Sentence => ({
  tokens: tokens.split(" "),
  entities,
  completeness: "complete",
  source: "x",
  ...rest,
});

function statisticsOf(...sentences: Sentence[]) {
  const statistics = createStatistics();
  for (const each of sentences) statistics.add(each);
  return statistics.result();
}

test("counts labels, widths and surfaces", () => {
  const result = statisticsOf(
    sentence("Jordan met Jordan King", [
      { start: 0, end: 1, label: "LOC" },
      { start: 2, end: 4, label: "PER" },
    ]),
    sentence("Jordan slept", [{ start: 0, end: 1, label: "PER" }]),
    sentence("nothing here", []),
  );
  expect(result).toMatchObject({
    sentences: 3,
    words: 8,
    entities: 3,
    sentencesWithoutEntities: 1,
    maxLength: 4,
  });
  expect(result.labels).toEqual([
    { label: "PER", entities: 2, hidden: 0, surfaces: 2, meanWidth: 1.5, maxWidth: 2 },
    { label: "LOC", entities: 1, hidden: 0, surfaces: 1, meanWidth: 1, maxWidth: 1 },
  ]);
  expect(result.widths).toEqual([
    { width: 1, entities: 2 },
    { width: 2, entities: 1 },
  ]);
  expect(result.ambiguous).toEqual([
    {
      surface: "Jordan",
      labels: [
        { label: "LOC", count: 1 },
        { label: "PER", count: 1 },
      ],
    },
  ]);
});

test("tells nested from crossing entities", () => {
  const result = statisticsOf(
    sentence("a b c d", [
      { start: 0, end: 3, label: "ORG" },
      { start: 1, end: 2, label: "LOC" },
      { start: 2, end: 4, label: "PER" },
    ]),
  );
  // [1,2) lies in [0,3); [2,4) crosses [0,3).
  expect(result).toMatchObject({ nested: 1, crossing: 1 });
});

test("the sparsity check counts hidden entities: 2 + 1 > √8 ≈ 2.83, but 2 + 0 is not", () => {
  const tokens = "a b c d e f g h";
  const two = [
    { start: 0, end: 1, label: "X" },
    { start: 2, end: 3, label: "X" },
  ];
  expect(statisticsOf(sentence(tokens, two)).sparsityViolations).toBe(0);
  const hidden = [{ start: 4, end: 5, label: "Y" }];
  const result = statisticsOf(sentence(tokens, two, { hidden, completeness: "partial" }));
  expect(result.sparsityViolations).toBe(1);
  expect(result.labels).toContainEqual({
    label: "Y",
    entities: 0,
    hidden: 1,
    surfaces: 0,
    meanWidth: 0,
    maxWidth: 0,
  });
  expect(result.completeness).toEqual([{ state: "partial", sentences: 1 }]);
});

test("labels may be called anything", () => {
  const result = statisticsOf(sentence("a", [{ start: 0, end: 1, label: "__proto__" }]));
  expect(result.labels[0]).toMatchObject({ label: "__proto__", entities: 1 });
});
