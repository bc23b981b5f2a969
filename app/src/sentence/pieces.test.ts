import fc from "fast-check";
import { expect, test } from "vitest";
import { pieces } from "./pieces.ts";

const shown = (list: ReturnType<typeof pieces>) =>
  list.map(({ cover, parts }) => [parts.map(({ text }) => text).join(""), cover.join(",")]);

test("a nested span is cut out of the one around it, and the blank between belongs to the outer", () => {
  const list = pieces({ tokens: ["The", "University", "of", "York", "won"] }, [
    { start: 1, end: 4 },
    { start: 3, end: 4 },
  ]);
  expect(shown(list)).toEqual([
    ["The ", ""],
    ["University of ", "0"],
    ["York", "0,1"],
    [" won", ""],
  ]);
  expect(list.map(({ starts }) => starts)).toEqual([[], [0], [1], []]);
  expect(list.map(({ ends }) => ends)).toEqual([[], [], [0, 1], []]);
});

test("two entities side by side keep apart", () => {
  expect(
    shown(
      pieces({ tokens: ["Rome", "Paris"] }, [
        { start: 0, end: 1 },
        { start: 1, end: 2 },
      ]),
    ),
  ).toEqual([
    ["Rome", "0"],
    [" ", ""],
    ["Paris", "1"],
  ]);
});

test("Chinese has nothing between its words, and emoji keep their halves", () => {
  const text = "王小明❤️北京";
  const offsets = [
    [0, 3],
    [3, 5],
    [5, 7],
  ] as const;
  const list = pieces({ tokens: ["王小明", "❤️", "北京"], text, offsets }, [{ start: 2, end: 3 }]);
  expect(shown(list)).toEqual([
    ["王小明❤️", ""],
    ["北京", "0"],
  ]);
});

test("every word is drawn once, in order, under exactly the spans that cover it", () => {
  const span = fc
    .tuple(fc.nat(9), fc.integer({ min: 1, max: 5 }))
    .map(([start, width]) => ({ start, end: Math.min(10, start + width) }));
  fc.assert(
    fc.property(fc.array(span, { maxLength: 6 }), (spans) => {
      const tokens = Array.from({ length: 10 }, (_, i) => `w${i}`);
      const list = pieces({ tokens }, spans);
      expect(list.flatMap(({ parts }) => parts.map(({ text }) => text)).join("")).toBe(tokens.join(" "));
      for (const { cover, parts } of list)
        for (const part of parts) {
          if (part.kind === "gap") continue;
          const wanted = spans.flatMap(({ start, end }, i) =>
            start <= part.index && part.index < end ? [i] : [],
          );
          expect(cover).toEqual(wanted);
        }
      // Each span begins once and ends once.
      const once = spans.map((_, i) => i);
      expect(list.flatMap(({ starts }) => starts).sort((a, b) => a - b)).toEqual(once);
      expect(list.flatMap(({ ends }) => ends).sort((a, b) => a - b)).toEqual(once);
    }),
  );
});
