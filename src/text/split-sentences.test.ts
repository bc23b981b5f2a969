import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSpace } from "./character-class.ts";
import { splitSentences } from "./split-sentences.ts";

/** Each case is the list of sentences; the text is these joined by a blank unless it is given. */
const cases: readonly { readonly sentences: readonly string[]; readonly text?: string }[] = [
  { sentences: ["It rained.", "We stayed in!", "Why?", "No idea…", "Later it cleared."] },
  { sentences: ["Mr. Smith met Dr. Jones and Mrs. Brown.", "They talked."] },
  { sentences: ["J. K. Rowling and George R. R. Martin write.", "They are read."] },
  { sentences: ["The U.S. Army left the U.S. in May."] },
  { sentences: ["He lives in the U.S.", "He works there."] },
  { sentences: ["Apple Inc. Chief Tim Cook spoke.", "Shares of Acme Corp.", "The rest fell."] },
  { sentences: ["Pi is 3.14 or so.", "It cost 1,000.50 dollars."] },
  { sentences: ["We left at 5 p.m. sharp.", "We came at 6 a.m.", "Nobody saw us."] },
  { sentences: ["See Fig. 3 and No. 5, e.g. Table 2, i.e. Section 4.", "Done."] },
  { sentences: ['"Stop!" he cried.', 'She said: "I will not."', "(He did.)", "Then [silence.]"] },
  { sentences: ["“Really?” asked Ann.", "‘Yes.’", "»Gut.«", "Ja."] },
  { sentences: ["Wait... what?", "Oh...", "Well."] },
  { sentences: ["1. Introduction", "2. Method"], text: "1. Introduction\n\n2. Method" },
  {
    sentences: ["A title", "A first line\nand a second."],
    text: "A title\n\n A first line\nand a second.\n",
  },
  { sentences: ["One", "Two"], text: "One\r\n \t\r\nTwo" },
  { sentences: ["One", "Two"], text: "One\u2029Two" },
  { sentences: ["今天下雨。", "我们在家！", "“好吗？”", "好。"], text: "今天下雨。我们在家！“好吗？”好。" },
  { sentences: ["東京に行く。", "「はい。」", "と言った。"], text: "東京に行く。「はい。」と言った。" },
  { sentences: ["Visit example.com or v1.2.3 now.", "OK."] },
  { sentences: ["Stop!!!", "Now?!", "Yes."] },
  { sentences: ["Is vitamin C. good?"] },
  { sentences: ["He ate vitamin C.", "The end."] },
  { sentences: ["Was it St. Louis vs. Chicago?", "No.", "Yes."] },
  { sentences: ["Sie kam am Mo. nicht.", "Élan vital.", "Über alles."] },
  { sentences: ["हम गए।", "वह आया।"] },
  { sentences: ["no end"] },
  { sentences: [] as string[], text: " \n \n" },
];

describe("splitSentences", () => {
  test.each(cases)("$sentences", ({ sentences, text = sentences.join(" ") }) => {
    expect(splitSentences(text).map(([start, end]) => text.slice(start, end))).toEqual(sentences);
  });

  test("covers all that is not white space, in order, whatever the text", () => {
    const piece = fc.constantFrom(
      ..."aB1 .!?…。\n\r\t\"'”)(",
      "Mr.",
      "U.S.",
      "The",
      "\u2029",
      "漢",
      "😀",
      "\ud83d",
      "\u0085",
    );
    const text = fc.oneof(
      fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join("")),
      fc.string({ unit: "binary", maxLength: 30 }),
    );
    fc.assert(
      fc.property(text, (text) => {
        let previous = 0;
        const ranges = splitSentences(text);
        for (const [start, end] of ranges) {
          expect(start).toBeGreaterThanOrEqual(previous);
          expect(end).toBeGreaterThan(start);
          expect(isSpace(text.charCodeAt(start)) || isSpace(text.charCodeAt(end - 1))).toBe(false);
          previous = end;
        }
        const squeeze = (part: string) => [...part].filter((c) => !isSpace(c.codePointAt(0)!)).join("");
        expect(ranges.map(([start, end]) => squeeze(text.slice(start, end))).join("")).toBe(squeeze(text));
      }),
      { numRuns: 3000 },
    );
  });

  test("takes time in proportion to hostile lines", () => {
    const started = performance.now();
    for (const piece of [".", "a.", "Mr. ", ". ", "\n", " ", "!)", "A. ", "(", "\n\n"]) {
      splitSentences(piece.repeat(200_000 / piece.length));
    }
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
