import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSpace } from "./character-class.ts";
import { tokenize } from "./tokenize.ts";
import { usualCutting, type WordCutting } from "./word-cutting.ts";

/** Text → its words with bars between them. */
const cases: readonly (readonly [string, string])[] = [
  ["Mr. John Smith's dog barked.", "Mr|.|John|Smith|'s|dog|barked|."],
  ["It cost $3.50, or 1,000 yen.", "It|cost|$|3.50|,|or|1,000|yen|."],
  ["3.5kg v2.0 10.", "3.5kg|v2.0|10|."],
  ["the U.S. and U.S.A. at 5 p.m., e.g. U.K.", "the|U.S.|and|U.S.A.|at|5|p.m.|,|e.g.|U.K."],
  ["J. K. Rowling (J.K. Rowling)", "J|.|K|.|Rowling|(|J.K.|Rowling|)"],
  ["don't they'll I'm O'Brien rock'n'roll", "don't|they|'ll|I|'m|O'Brien|rock'n'roll"],
  ["John’s d’Italie l'Europe L'Oréal", "John|’s|d’|Italie|l'|Europe|L'Oréal"],
  ["the dogs 's bone 'quoted' the 90's", "the|dogs|'s|bone|'|quoted|'|the|90|'s"],
  ["well-known e-mail", "well|-|known|e|-|mail"],
  ["write to jane.doe+x@mail.example.co.uk.", "write|to|jane.doe+x@mail.example.co.uk|."],
  ["@user said a @ b", "@|user|said|a|@|b"],
  ["(see https://example.org/a_(b)?c=1).", "(|see|https://example.org/a_(b)?c=1|)|."],
  ["www.example.com, http:// www.", "www.example.com|,|http|:|/|/|www|."],
  ["北京大学2023年。", "北|京|大|学|2023|年|。"],
  ["東京タワー行き", "東|京|タ|ワ|ー|行|き"],
  ["IBM的CEO", "IBM|的|CEO"],
  ["한국은행 총재", "한국은행|총재"],
  ["กรุงเทพ ทำ", "ก|รุ|ง|เ|ท|พ|ทำ"],
  ["क्षत्रिय हिन्दी", "क्षत्रिय|हिन्दी"],
  ["ខ្មែរ", "ខ្មែ|រ"],
  ["می‌خواهم", "می‌خواهم"],
  ["cafe\u0301 nai\u0308ve", "cafe\u0301|nai\u0308ve"],
  ["👩‍👩‍👧‍👦🇩🇪🇫🇷👍🏽❤️x", "👩‍👩‍👧‍👦|🇩🇪|🇫🇷|👍🏽|❤️|x"],
  ["#️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿!", "#️⃣|🏴󠁧󠁢󠁥󠁮󠁧󠁿|!"],
  ["a\u00a0b\u2028c\u3000d\u200be", "a|b|c|d|e"],
  ["foo_bar x=1;", "foo_bar|x|=|1|;"],
  ["...", ".|.|."],
  ["a.b.c.dd", "a|.|b|.|c|.|dd"],
];

describe("tokenize", () => {
  test.each(cases)("%s", (text, words) => {
    expect(tokenize(text).tokens.join("|")).toBe(words);
  });

  test("has no words where there is nothing but white space", () => {
    expect(tokenize("").tokens).toEqual([]);
    expect(tokenize(" \t\n\u00a0").tokens).toEqual([]);
  });

  test("emoji and letters with marks are cut where graphemes are", () => {
    const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
    for (const text of ["👨🏻‍🚀👩‍❤️‍💋‍👨🇯🇵☺️🤷🏿‍♀️", "漢字か゚が", "นี้กำ", "🇩🇪🇫", "❤️‍🔥©️™"]) {
      expect(tokenize(text).tokens).toEqual([...graphemes.segment(text)].map((part) => part.segment));
    }
  });

  test("covers every character that is not white space, once, in order, whatever the text", () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const { tokens, offsets } = tokenize(text);
        const covered = new Array<number>(text.length).fill(0);
        let previous = 0;
        offsets.forEach(([start, end], i) => {
          expect(start).toBeGreaterThanOrEqual(previous);
          expect(end).toBeGreaterThan(start);
          expect(text.slice(start, end)).toBe(tokens[i]);
          for (let at = start; at < end; at++) covered[at]!++;
          previous = end;
        });
        for (let at = 0; at < text.length; at++) {
          expect(covered[at]).toBe(isSpace(text.charCodeAt(at)) ? 0 : 1);
        }
        expect(tokens.join("")).not.toMatch(/\s/);
        // A cut never falls inside a surrogate pair.
        expect(/\p{Cs}/u.test(tokens.join("\u0000"))).toBe(/\p{Cs}/u.test(text));
      }),
      { numRuns: 3000 },
    );
  });

  const others: readonly WordCutting[] = [
    { ...usualCutting, joined: "-/'.", joinedInNumbers: ".,-:" },
    { ...usualCutting, by: "runs" },
    { ...usualCutting, by: "characters" },
    { ...usualCutting, by: "characters", blanks: true },
  ];

  test.each(others)("and so does every other cutting: %o", (cutting) => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const { tokens, offsets } = tokenize(text, cutting);
        let previous = 0;
        offsets.forEach(([start, end], i) => {
          expect(end).toBeGreaterThan(start);
          expect(text.slice(start, end)).toBe(tokens[i]);
          for (let at = previous; at < start; at++) expect(isSpace(text.charCodeAt(at))).toBe(true);
          if (cutting.blanks) expect(start).toBe(previous);
          else expect([...tokens[i]!].some((character) => isSpace(character.codePointAt(0)!))).toBe(false);
          previous = end;
        });
        for (let at = previous; at < text.length; at++) expect(isSpace(text.charCodeAt(at))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test("takes time in proportion to hostile lines", () => {
    const size = 200_000;
    const hostile = [
      "a.",
      "a@",
      "http://",
      ")",
      "http://a)",
      "'s",
      "www.",
      "a.@",
      "\u0301",
      "🇩",
      "👩\u200d",
      "1,",
    ];
    const started = performance.now();
    for (const piece of hostile) {
      const text = piece.repeat(size / piece.length);
      expect(tokenize(text).tokens.join("")).toBe(text);
    }
    for (const piece of ["a-", "1-", "a-b.c-", "-"]) {
      const text = piece.repeat(size / piece.length);
      for (const cutting of others) expect(tokenize(text, cutting).tokens.join("")).toBe(text);
    }
    const begun = `http://${")".repeat(size)}`;
    expect(tokenize(begun).tokens.join("")).toBe(begun);
    // A quadratic scan of any of these takes minutes.
    expect(performance.now() - started).toBeLessThan(5000);
  });
});

/** Strings in which the characters that matter to the tokeniser are common. */
function anyText() {
  const piece = fc.constantFrom(
    ..."aB1 .,'’@-_/:()\t\n",
    "'s",
    "U.S.",
    "http://",
    "www.",
    "\u0301",
    "\u200d",
    "\u200b",
    "\ufeff",
    "\u00a0",
    "\u2028",
    "漢",
    "カ",
    "ー",
    "ท",
    "ำ",
    "្",
    "ក",
    "👩",
    "🏽",
    "🇩",
    "\ufe0f",
    "\ud83d",
    "\udc00",
    "É",
    "é",
  );
  return fc.oneof(
    fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join("")),
    fc.string({ unit: "binary", maxLength: 30 }),
    fc.string({ unit: "grapheme", maxLength: 20 }),
  );
}
