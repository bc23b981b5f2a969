import { expect, test } from "vitest";
import type { Suggestion } from "../suggest/suggestion.ts";
import { collectData, type ShownSentence } from "./collect-data.ts";

const sentences: ShownSentence[] = [
  { tokens: ["Nobody", "is", "here"], entities: [] },
  {
    tokens: ["Ann", "met", "Bo", "Li", "."],
    entities: [{ start: 0, end: 1, label: "PER" }],
    doc: "a",
  },
  { tokens: ["北", "京", "很", "大"], entities: [{ start: 0, end: 2, label: "__proto__" }] },
  {
    tokens: ["Ann", "met", "Bo"],
    text: "Ann  met\tBo",
    offsets: [
      [0, 3],
      [5, 8],
      [9, 11],
    ],
    entities: [],
  },
];
const missed = (sentence: number, start: number, end: number, label = "PER"): Suggestion => ({
  kind: "missed",
  sentence,
  start,
  end,
  label,
  probability: 0.123456,
  suggested: false,
  text: "",
  evidence: { score: 0.5, surface: { labelled: 1, occurrences: 2 }, neighbours: [] },
});

test("places are in characters of the text, and only sentences that are spoken of are kept", () => {
  const near = {
    sentence: 2,
    start: 0,
    end: 2,
    label: "__proto__",
    similarity: 0.98765,
    text: "北京",
  };
  const [first, second] = [missed(1, 2, 4), missed(3, 1, 3)];
  const data = collectData(
    [{ ...first, evidence: { ...first.evidence, neighbours: [near], folds: { agree: 3, of: 4 } } }, second],
    sentences,
  );
  expect(data.labels).toEqual(["PER", "__proto__"]);
  expect(data.sentences).toEqual([
    // "Ann met Bo Li .": Bo begins at 3 + 1 + 3 + 1 = 8, Li ends at 8 + 2 + 1 + 2 = 13.
    { position: 1, text: "Ann met Bo Li .", entities: [[0, 3, 0]], doc: "a" },
    { position: 2, text: "北京很大", entities: [[0, 2, 1]] },
    { position: 3, text: "Ann  met\tBo", entities: [] },
  ]);
  expect(data.suggestions[0]).toEqual({
    kind: "missed",
    sentence: 0,
    span: [8, 13, 0],
    words: [2, 4],
    probability: 0.1235,
    suggested: false,
    score: 0.5,
    folds: [3, 4],
    surface: [1, 2],
    near: [[1, 0, 2, 1, 0.9877]],
  });
  expect(data.suggestions[1]!.span).toEqual([5, 11, 0]);
});

test("a wrong label keeps what it was, and its reason is its kind", () => {
  const suggestion: Suggestion = {
    ...missed(1, 0, 1, "ORG"),
    kind: "wrong",
    reason: "type",
    was: { start: 0, end: 1, label: "PER" },
  };
  const [short] = collectData([suggestion], sentences).suggestions;
  expect([short!.kind, short!.span, short!.was]).toEqual(["type", [0, 3, 0], [0, 3, 1]]);
});

test("what cannot be shown is one sign for one, so that places stay right; labels too", () => {
  const odd: ShownSentence[] = [{ tokens: ["a\0b", "\uD83D", "😀", "c", "\u202Ed"], entities: [] }];
  const data = collectData([missed(0, 3, 4, "X\u0007")], odd);
  expect(data.sentences[0]!.text).toBe("a\uFFFDb \uFFFD 😀 c \uFFFDd");
  // 3 + 1 + 1 + 1 + 2 + 1
  expect(data.suggestions[0]!.span).toEqual([9, 10, 0]);
  expect(data.labels).toEqual(["X\uFFFD"]);
});

test.each([
  [["ذهب", "أحمد", "إلى", "القاهرة"], true],
  [["IBM", "פתחה", "משרד", "בתל", "אביב"], true],
  [["The", "word", "שלום", "means", "peace"], false],
  [["北京", "123"], false],
  [["…", "42"], false],
])("%j is written from right to left: %s", (tokens, rtl) => {
  const [sentence] = collectData([missed(0, 0, 1)], [{ tokens, entities: [] }]).sentences;
  expect(sentence!.rtl === true).toBe(rtl);
});

test("suggestions for other data are a bug of the caller", () => {
  expect(() => collectData([missed(9, 0, 1)], sentences)).toThrow("there is no sentence 9 to show");
  expect(() => collectData([missed(0, 2, 5)], sentences)).toThrow("sentence 0 has no words from 2 to 5");
});
