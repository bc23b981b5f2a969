import fc from "fast-check";
import { expect, test } from "vitest";
import { type Span, spanKey } from "../data/span.ts";
import { allNegatives } from "./all-negatives.ts";
import { type Annotated, candidateSpans } from "./candidate-spans.ts";

function sentence(words: number, entities: readonly Span[] = [], unknown: readonly number[] = []): Annotated {
  const tokens = Array.from({ length: words }, (_, i) => `w${i}`);
  return { tokens, entities: entities.map((span) => ({ ...span, label: "PER" })), unknown };
}

const keys = (given: Annotated, maxWidth: number) =>
  allNegatives(candidateSpans(given, maxWidth)).map(spanKey);

test("every span but the annotated one, those inside and across it as well", () => {
  // Of the 6 spans of 3 words only 0:2 is annotated.
  expect(keys(sentence(3, [{ start: 0, end: 2 }]), 3)).toEqual(["0:1", "0:3", "1:2", "1:3", "2:3"]);
});

test("no wider than asked", () => {
  expect(keys(sentence(4), 2)).toEqual(["0:1", "0:2", "1:2", "1:3", "2:3", "2:4", "3:4"]);
});

test("nothing that touches an unknown word", () => {
  expect(keys(sentence(4, [{ start: 2, end: 3 }], [1]), 4)).toEqual(["0:1", "2:4", "3:4"]);
});

test("no candidates without words, or when all are unknown or annotated", () => {
  expect(candidateSpans(sentence(0), 5).count).toBe(0);
  expect(candidateSpans(sentence(2, [], [0, 1]), 5).count).toBe(0);
  expect(candidateSpans(sentence(1, [{ start: 0, end: 1 }]), 5).count).toBe(0);
});

test("two labels on one span take out one candidate", () => {
  expect(
    candidateSpans(
      sentence(2, [
        { start: 0, end: 1 },
        { start: 0, end: 1 },
      ]),
      2,
    ).count,
  ).toBe(2);
});

test("a very long sentence costs nothing until a candidate is asked for", () => {
  // 60,000 words have 60000·60001/2 = 1,800,030,000 spans; the last is the last word alone.
  const candidates = candidateSpans(sentence(60_000), 60_000);
  expect(candidates.count).toBe(1_800_030_000);
  expect(candidates.at(candidates.count - 1)).toEqual({ start: 59_999, end: 60_000 });
  expect(candidates.at(59_999)).toEqual({ start: 0, end: 60_000 });
  expect(candidates.at(60_000)).toEqual({ start: 1, end: 2 });
  expect(() => candidates.at(candidates.count)).toThrow("candidate 1800030000 of 1800030000");
});

test("are the same as by listing every span and striking out", () => {
  const drawn = fc.integer({ min: 0, max: 14 }).chain((words) =>
    fc.record({
      words: fc.constant(words),
      maxWidth: fc.integer({ min: 1, max: 16 }),
      unknown: fc.subarray(Array.from({ length: words }, (_, i) => i)),
      pairs: fc.array(fc.tuple(fc.nat(words), fc.nat(words)), { maxLength: 6 }),
    }),
  );
  fc.assert(
    fc.property(drawn, ({ words, maxWidth, unknown, pairs }) => {
      const entities = pairs.flatMap(([a, b]) =>
        a === b ? [] : [{ start: Math.min(a, b), end: Math.max(a, b) }],
      );
      const taken = new Set(entities.map(spanKey));
      const wanted: string[] = [];
      for (let start = 0; start < words; start++) {
        for (let end = start + 1; end <= words && end - start <= maxWidth; end++) {
          if (taken.has(`${start}:${end}`) || unknown.some((word) => word >= start && word < end)) continue;
          wanted.push(`${start}:${end}`);
        }
      }
      expect(keys(sentence(words, entities, unknown), maxWidth)).toEqual(wanted);
    }),
    { numRuns: 300, seed: 5 },
  );
});
