import { describe, expect, test } from "vitest";
import { labelSet, type ScoredEntity, tagSet } from "../../models/index.ts";
import { expectedTags } from "./expected-tags.ts";

const labels = labelSet(["PER", "LOC"]);

describe.each(["iobes", "iob2"] as const)("in %s", (scheme) => {
  const tags = tagSet(labels, { scheme });
  const { count } = tags;
  const words = 4;
  // Sets of entities that exclude each other, and how likely each is.
  const readings: readonly (readonly [number, readonly Omit<ScoredEntity, "score">[]])[] = [
    [0.5, [{ start: 0, end: 3, label: "PER" }]],
    [0.3, [{ start: 0, end: 2, label: "PER" }]],
    [0.2, [{ start: 1, end: 2, label: "LOC" }]],
  ];
  const spans = readings.flatMap(([score, own]) => own.map((span) => ({ ...span, score })));
  const found = expectedTags([{ words, spans }], tags);

  test("tags are those of the readings, as likely as they are", () => {
    const wanted = new Float64Array(words * count);
    for (const [score, own] of readings) {
      tags.encode(words, own).forEach((tag, word) => {
        wanted[word * count + tag]! += score;
      });
    }
    for (const [i, value] of found.tags.entries()) expect(value).toBeCloseTo(wanted[i]!, 6);
    expect([...found.first]).toEqual([...found.tags.subarray(0, count)]);
    expect([...found.last]).toEqual([...found.tags.subarray(-count)]);
  });

  test("pairs add up to the tags before and after them", () => {
    for (let tag = 0; tag < count; tag++) {
      const column = (of: (other: number) => number) =>
        Array.from({ length: count }, (_, other) => found.pairs[of(other)]!).reduce((a, b) => a + b, 0);
      const sum = (from: number, to: number) => {
        let total = 0;
        for (let word = from; word < to; word++) total += found.tags[word * count + tag]!;
        return total;
      };
      expect(column((to) => tag * count + to)).toBeCloseTo(sum(0, words - 1), 5);
      expect(column((from) => from * count + tag)).toBeCloseTo(sum(1, words), 5);
    }
  });

  test("within a span they are its own", () => {
    const [begin, inside, end = inside] = tags.tagsOf("PER");
    // B I only in the first reading (its last step is I E or I I), B E (or B I) in the second.
    expect(found.pairs[begin * count + end]).toBeCloseTo(scheme === "iobes" ? 0.3 : 0.8, 6);
    expect(found.pairs[inside * count + end]).toBeCloseTo(0.5, 6);
  });
});

test("a sure reading gives its own tags and neighbours", () => {
  const tags = tagSet(labels, { scheme: "iobes" });
  const { count } = tags;
  const entities = [
    { start: 0, end: 2, label: "PER", score: 1 },
    { start: 2, end: 3, label: "LOC", score: 1 },
  ];
  const path = tags.encode(4, entities);
  const { tags: rows, pairs } = expectedTags([{ words: 4, spans: entities }], tags);
  for (const [word, tag] of path.entries()) expect(rows[word * count + tag]).toBe(1);
  for (let word = 1; word < 4; word++) expect(pairs[path[word - 1]! * count + path[word]!]).toBe(1);
  expect(pairs.reduce((a, b) => a + b, 0)).toBe(3);
});

test("sentences of a batch stand one after another", () => {
  const tags = tagSet(labels, { scheme: "iobes" });
  const found = expectedTags(
    [
      { words: 2, spans: [] },
      { words: 1, spans: [{ start: 0, end: 1, label: "LOC", score: 0.25 }] },
    ],
    tags,
  );
  const single = tags.tagsOf("LOC")[3]!;
  expect([found.tags[0], found.tags[2 * tags.count], found.tags[2 * tags.count + single]]).toEqual([
    1, 0.75, 0.25,
  ]);
  expect([found.first[0], found.last[0], found.pairs[0]]).toEqual([1.75, 1.75, 1]);
});
