import fc from "fast-check";
import { expect, test } from "vitest";
import { compareEntities, type Entity, overlaps, type Span } from "../../data/index.ts";
import { type LabelSet, labelSet } from "../label-set.ts";
import type { DecodeOptions } from "../model.ts";
import { decodeSpans } from "./decode.ts";
import { type SpanIndex, spanIndex } from "./span-index.ts";

const labels = labelSet(["LOC", "PER"]);

/** Probabilities that are all "no entity" but for the spans given as [sentence, start, end, class, score]. */
function table(index: SpanIndex, ...spans: (readonly [number, number, number, number, number])[]) {
  const data = new Float32Array(index.count * 3);
  for (let i = 0; i < index.count; i++) data[3 * i] = 1;
  for (const [sentence, start, end, winner, score] of spans) {
    const row = 3 * index.positionOf(sentence, start, end);
    data.fill(0, row, row + 3);
    data[row] = 1 - score;
    data[row + winner] = score;
  }
  return data;
}

const texts = (entities: readonly (readonly Entity[])[]) =>
  entities.map((sentence) => sentence.map(({ start, end, label }) => `${start}-${end} ${label}`));

test("flat: the surer of two overlapping entities stays, sentences do not disturb each other", () => {
  const index = spanIndex([4, 2], 3);
  const data = table(index, [0, 0, 2, 1, 0.75], [0, 1, 3, 2, 0.875], [0, 3, 4, 1, 0.625], [1, 0, 2, 2, 0.75]);
  expect(decodeSpans(data, index, labels)).toEqual([
    [
      { start: 1, end: 3, label: "PER", score: 0.875 },
      { start: 3, end: 4, label: "LOC", score: 0.625 },
    ],
    [{ start: 0, end: 2, label: "PER", score: 0.75 }],
  ]);
});

test("of equal scores the earlier start wins, then the earlier end", () => {
  const index = spanIndex([3], 3);
  const data = table(index, [0, 1, 3, 1, 0.75], [0, 0, 3, 1, 0.75], [0, 0, 2, 1, 0.75]);
  expect(texts(decodeSpans(data, index, labels))).toEqual([["0-2 LOC"]]);
});

test("nested: all stay, in reading order; without crossing the surer of two that cross", () => {
  const index = spanIndex([4], 4);
  const data = table(index, [0, 1, 2, 2, 0.625], [0, 0, 3, 1, 0.75], [0, 2, 4, 2, 0.875]);
  const nested = (options: DecodeOptions = {}) =>
    texts(decodeSpans(data, index, labels, { mode: "nested", ...options }));
  expect(nested()).toEqual([["0-3 LOC", "1-2 PER", "2-4 PER"]]);
  expect(nested({ crossing: false })).toEqual([["1-2 PER", "2-4 PER"]]);
});

test("a threshold drops what is less sure, and keeps what is exactly as sure", () => {
  const index = spanIndex([3], 1);
  const data = table(index, [0, 0, 1, 1, 0.625], [0, 1, 2, 1, 0.75], [0, 2, 3, 1, 0.875]);
  expect(texts(decodeSpans(data, index, labels, { threshold: 0.75 }))).toEqual([["1-2 LOC", "2-3 LOC"]]);
});

test("level with an entity, no entity wins; level entities take the first class", () => {
  const index = spanIndex([1, 1], 1);
  const data = Float32Array.of(0.5, 0.5, 0, 0.2, 0.4, 0.4);
  expect(texts(decodeSpans(data, index, labels))).toEqual([[], ["0-1 LOC"]]);
});

test("numbers that do not fit the spans are an error; no sentences, no entities", () => {
  expect(() => decodeSpans(new Float32Array(4), spanIndex([1], 1), labels)).toThrow("1 spans × 3 classes");
  expect(decodeSpans(new Float32Array(0), spanIndex([], 1), labels)).toEqual([]);
  expect(decodeSpans(new Float32Array(0), spanIndex([0], 1), labels)).toEqual([[]]);
});

/** The same by objects and sets of words, one sentence at a time. */
function bruteForce(
  probabilities: Float32Array,
  index: SpanIndex,
  set: LabelSet,
  { mode = "flat", crossing = true, threshold = 0 }: DecodeOptions,
): Entity[][] {
  const bySentence: Entity[][] = Array.from({ length: index.spanOffsets.length - 1 }, () => []);
  for (let i = 0; i < index.count; i++) {
    const row = [...probabilities.slice(i * set.classes, (i + 1) * set.classes)];
    const winner = row.indexOf(Math.max(...row));
    const { sentence, start, end } = index.spanAt(i);
    if (winner > 0 && row[winner]! >= threshold) {
      bySentence[sentence]!.push({ start, end, label: set.labelOf(winner), score: row[winner]! });
    }
  }
  const holds = (a: Span, b: Span) => a.start <= b.start && b.end <= a.end;
  const clash = (a: Span, b: Span) =>
    mode === "flat" ? overlaps(a, b) : !crossing && overlaps(a, b) && !holds(a, b) && !holds(b, a);
  return bySentence.map((candidates) => {
    candidates.sort((a, b) => b.score! - a.score! || a.start - b.start || a.end - b.end);
    const kept: Entity[] = [];
    for (const entity of candidates) if (!kept.some((other) => clash(entity, other))) kept.push(entity);
    return kept.sort(compareEntities);
  });
}

test("equals a plain implementation, with many equal scores", () => {
  const cases = fc.record({
    lengths: fc.array(fc.nat(6), { maxLength: 4 }),
    maxWidth: fc.integer({ min: 1, max: 6 }),
    classes: fc.integer({ min: 1, max: 4 }),
    mode: fc.constantFrom("flat" as const, "nested" as const),
    crossing: fc.boolean(),
    threshold: fc.constantFrom(0, 0.25, 0.5),
    levels: fc.infiniteStream(fc.nat(4)),
  });
  fc.assert(
    fc.property(cases, ({ lengths, maxWidth, classes, levels, ...options }) => {
      const index = spanIndex(lengths, maxWidth);
      const set = labelSet(["A", "B", "C"].slice(0, classes - 1));
      const data = Float32Array.from({ length: index.count * classes }, () => levels.next().value / 4);
      const found = decodeSpans(data, index, set, options);
      expect(found).toEqual(bruteForce(data, index, set, options));
    }),
    { numRuns: 300 },
  );
});
