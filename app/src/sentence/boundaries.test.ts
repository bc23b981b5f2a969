import fc from "fast-check";
import { expect, test } from "vitest";
import { type BoundaryMove, dragBoundary, moveBoundary, shiftSpan, spanBetween } from "./boundaries.ts";

const span = { start: 2, end: 4 };

test.each<[BoundaryMove, { start: number; end: number }]>([
  ["start-earlier", { start: 1, end: 4 }],
  ["start-later", { start: 3, end: 4 }],
  ["end-later", { start: 2, end: 5 }],
  ["end-earlier", { start: 2, end: 3 }],
])("%s moves one end by one word", (move, wanted) => {
  expect(moveBoundary(span, move, 6)).toEqual(wanted);
});

test("at the walls nothing moves", () => {
  expect(moveBoundary({ start: 0, end: 1 }, "start-earlier", 1)).toEqual({ start: 0, end: 1 });
  expect(moveBoundary({ start: 0, end: 1 }, "end-later", 1)).toEqual({ start: 0, end: 1 });
  expect(moveBoundary({ start: 3, end: 4 }, "start-later", 6)).toEqual({ start: 3, end: 4 });
  expect(moveBoundary({ start: 3, end: 4 }, "end-earlier", 6)).toEqual({ start: 3, end: 4 });
});

test("a dragged end follows the word under the mouse and stops at the other end", () => {
  expect(dragBoundary(span, "start", 0)).toEqual({ start: 0, end: 4 });
  expect(dragBoundary(span, "start", 5)).toEqual({ start: 3, end: 4 });
  expect(dragBoundary(span, "end", 5)).toEqual({ start: 2, end: 6 });
  expect(dragBoundary(span, "end", 0)).toEqual({ start: 2, end: 3 });
});

test("words between two, whichever comes first", () => {
  expect(spanBetween(4, 1)).toEqual({ start: 1, end: 5 });
  expect(spanBetween(1, 4)).toEqual({ start: 1, end: 5 });
});

test("whatever is done to a span, it stays in the sentence and is never empty", () => {
  const moves = ["start-earlier", "start-later", "end-later", "end-earlier", "left", "right"] as const;
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 8 }),
      fc.array(fc.constantFrom(...moves), { maxLength: 30 }),
      (words, sequence) => {
        let now = { start: 0, end: 1 };
        for (const move of sequence) {
          const before = now;
          if (move === "left" || move === "right") {
            now = shiftSpan(now, move === "left" ? -1 : 1, words);
            expect(now.end - now.start).toBe(before.end - before.start);
          } else now = moveBoundary(now, move, words);
          expect(now.start).toBeGreaterThanOrEqual(0);
          expect(now.end).toBeLessThanOrEqual(words);
          expect(now.end).toBeGreaterThan(now.start);
        }
      },
    ),
  );
});
