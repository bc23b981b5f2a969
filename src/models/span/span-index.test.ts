import fc from "fast-check";
import { expect, test } from "vitest";
import { spanIndex } from "./span-index.ts";

test("sentences of 3 and 2 words, up to 2 words a span", () => {
  const index = spanIndex([3, 2], 2);
  // Rows 0 1 2 | 3 4: [0] [0 1] [1] [1 2] [2] | [3] [3 4] [4]
  expect([...index.starts]).toEqual([0, 0, 1, 1, 2, 3, 3, 4]);
  expect([...index.ends]).toEqual([0, 1, 1, 2, 2, 3, 4, 4]);
  expect([...index.wordOffsets]).toEqual([0, 3, 5]);
  expect([...index.spanOffsets]).toEqual([0, 5, 8]);
  expect(index.positionOf(1, 0, 2)).toBe(6);
  expect(index.spanAt(6)).toEqual({ sentence: 1, start: 0, end: 2 });
  expect(index.positionOf(0, 0, 3)).toBe(-1);
});

test("the order is that of three loops, and both conversions agree with it", () => {
  const lengths = fc.array(fc.nat(9), { maxLength: 5 });
  const widths = fc.oneof(fc.integer({ min: 1, max: 11 }), fc.constant(Number.POSITIVE_INFINITY));
  fc.assert(
    fc.property(lengths, widths, (words, maxWidth) => {
      const index = spanIndex(words, maxWidth);
      let position = 0;
      let row = 0;
      words.forEach((length, sentence) => {
        expect(index.spanOffsets[sentence]).toBe(position);
        for (let start = 0; start < length; start++) {
          for (let end = start + 1; end <= length; end++) {
            if (end - start > maxWidth) {
              expect(index.positionOf(sentence, start, end)).toBe(-1);
              continue;
            }
            expect(index.positionOf(sentence, start, end)).toBe(position);
            expect(index.spanAt(position)).toEqual({ sentence, start, end });
            expect([index.starts[position], index.ends[position]]).toEqual([row + start, row + end - 1]);
            position++;
          }
        }
        row += length;
      });
      expect(index.count).toBe(position);
      expect(index.starts).toHaveLength(position);
    }),
  );
});

test("what is no span is an error", () => {
  const index = spanIndex([3], 2);
  for (const [sentence, start, end] of [
    [0, 1, 1],
    [0, 2, 4],
    [0, -1, 1],
    [1, 0, 1],
  ] as const) {
    expect(() => index.positionOf(sentence, start, end)).toThrow("is no span of sentence");
  }
  expect(() => index.spanAt(5)).toThrow("there is no span 5; there are 5");
  expect(() => spanIndex([3], 0)).toThrow("at least one word");
});
