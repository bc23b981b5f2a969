import fc from "fast-check";
import { expect, test } from "vitest";
import { lanes } from "./lanes.ts";

test("the inner span lies nearest to the words, what is around it below", () => {
  // [University of [New York]] and, further on, [Paris]
  expect(
    lanes([
      { start: 0, end: 4 },
      { start: 2, end: 4 },
      { start: 6, end: 7 },
    ]),
  ).toEqual([1, 0, 0]);
});

test("crossing spans and spans over the same words get lanes of their own", () => {
  expect(
    lanes([
      { start: 0, end: 3 },
      { start: 2, end: 5 },
      { start: 0, end: 3 },
    ]),
  ).toEqual([0, 2, 1]);
});

const span = fc
  .tuple(fc.nat(12), fc.integer({ min: 1, max: 6 }))
  .map(([start, width]) => ({ start, end: start + width }));

test("no two spans that share a word share a lane, and the wider of two lies below", () => {
  fc.assert(
    fc.property(fc.array(span, { maxLength: 12 }), (spans) => {
      const lane = lanes(spans);
      for (const [i, a] of spans.entries())
        for (const [j, b] of spans.entries()) {
          if (i === j || a.start >= b.end || b.start >= a.end) continue;
          expect(lane[i]).not.toBe(lane[j]);
          if (a.end - a.start > b.end - b.start) expect(lane[i]!).toBeGreaterThan(lane[j]!);
        }
    }),
  );
});

test("spans that touch nothing stay in the first lane", () => {
  fc.assert(
    fc.property(fc.nat(10), (count) => {
      const spans = Array.from({ length: count }, (_, i) => ({ start: 3 * i, end: 3 * i + 2 }));
      expect(lanes(spans)).toEqual(spans.map(() => 0));
    }),
  );
});
