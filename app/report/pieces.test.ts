import fc from "fast-check";
import { expect, test } from "vitest";
import { type Piece, pieces } from "./pieces.ts";

/** Pieces as a string: [suggested], {was}, and each label behind its end. */
const drawn = (list: readonly Piece[]) =>
  list
    .map(({ text, isSpan, wasSpan, ends }) => {
      const marked = isSpan ? `[${text}]` : text;
      const tags = ends.map(({ kind, label }) => `<${kind} ${label}>`).join("");
      return (wasSpan ? `{${marked}}` : marked) + tags;
    })
    .join("|");

test("what is suggested, what was, and what is labelled", () => {
  const text = "Ann of New York City sang";
  const ann = [0, 3, 0] as const;
  const city = [7, 15, 1] as const;
  const sentence = { text, entities: [ann, city] };
  expect(drawn(pieces(sentence, [7, 20, 1], city, 99, 99).list)).toBe(
    "Ann<entity 0>| of |{[New York]}<was 1>|[ City]<span 1>| sang",
  );
  // Nested in a labelled entity: both end at York.
  const nested = pieces(sentence, [11, 15, 2], undefined, 99, 99).list;
  expect(drawn(nested)).toBe("Ann<entity 0>| of |New |[York]<entity 1><span 2>| City sang");
  expect(nested.map(({ labels }) => labels)).toEqual([[0], [], [1], [1], []]);
});

test("text is cut at blanks, and says so", () => {
  const text = "one two three four five six seven";
  // Eight characters before "four" (14) lie within "two"; the next blank is after it. Seven after it lies within "six".
  const cut = pieces({ text, entities: [] }, [14, 18, 0], undefined, 8, 7);
  expect(drawn(cut.list)).toBe("three |[four]<span 0>| five");
  expect([cut.isCutBefore, cut.isCutAfter]).toEqual([true, true]);
});

test("a family of four is not torn apart", () => {
  const family = "👨‍👩‍👧‍👦";
  const text = `${family.repeat(3)}X${family.repeat(3)}`;
  const from = family.length * 3;
  for (let room = 0; room <= 3 * family.length; room++) {
    const { list } = pieces({ text, entities: [] }, [from, from + 1, 0], undefined, room, room);
    for (const { text: part, isSpan } of list) if (!isSpan) expect(part.replaceAll(family, "")).toBe("");
  }
});

test("a span as long as a file is cut, too", () => {
  const { list } = pieces({ text: "x".repeat(1e6), entities: [] }, [0, 1e6, 0], undefined, 80, 220);
  expect(list.map(({ text }) => text.length)).toEqual([520]);
});

test("pieces put together are a part of the text that holds the span", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("a", "b ", "é", "😀", "北", " "), { minLength: 1, maxLength: 60 }),
      fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(3)), { minLength: 1, maxLength: 5 }),
      fc.nat(40),
      fc.nat(40),
      (parts, spans, before, after) => {
        const text = parts.join("");
        const starts = parts.map((_, i) => parts.slice(0, i).join("").length);
        const [span, ...entities] = spans.map(([a, b, label]) => {
          const first = a % parts.length;
          const last = first + (b % (parts.length - first));
          return [starts[first]!, starts[last]! + parts[last]!.length, label] as [number, number, number];
        });
        const { list, isCutBefore, isCutAfter } = pieces({ text, entities }, span!, undefined, before, after);
        const whole = list.map((piece) => piece.text).join("");
        expect(text).toContain(whole);
        expect(whole).not.toMatch(/\p{Surrogate}/u);
        const marked = list.filter((piece) => piece.isSpan).map((piece) => piece.text);
        expect(marked.join("")).toBe(text.slice(span![0], span![1]));
        expect(text.startsWith(whole) || isCutBefore).toBe(true);
        expect(text.endsWith(whole) || isCutAfter).toBe(true);
      },
    ),
  );
});
