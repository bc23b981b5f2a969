import { describe, expect, test } from "vitest";
import { sentence } from "../../../test/support/models/tiny-task.ts";
import { UserError } from "../../errors.ts";
import { wordsFingerprint } from "../data.ts";
import { acceptSuggestions, applySuggestions, checkWords } from "./apply-suggestions.ts";
import type { AppliedSuggestion } from "./suggestions-file.ts";

const missed = (
  at: number,
  [start, end, label, text]: [number, number, string, string],
  probability: number,
): AppliedSuggestion => ({ kind: "missed", sentence: at, start, end, label, text, probability });

describe("accepting", () => {
  const all = [0.9, 0.8, 0.6, 0.4, 0.2].map((p) => missed(0, [0, 1, "PER", "Ada"], p));
  const probabilities = (options: Parameters<typeof acceptSuggestions>[1]) =>
    acceptSuggestions(all, options).suggestions.map(({ probability }) => probability);

  test("without a wish, what is more likely right than not", () => {
    expect(acceptSuggestions(all)).toMatchObject({ from: 0.6 });
    // (0.9 + 0.8 + 0.6) / 3
    expect(acceptSuggestions(all).expectedPrecision).toBeCloseTo(2.3 / 3, 12);
  });

  test("a precision: as many as keep their mean at it", () => {
    // Means: 0.9, 0.85, 0.767, 0.675, 0.58.
    expect(probabilities({ precision: 0.85 })).toEqual([0.9, 0.8]);
    expect(probabilities({ precision: 0.86 })).toEqual([0.9]);
    expect(probabilities({ precision: 0.6 })).toEqual([0.9, 0.8, 0.6, 0.4]);
    expect(probabilities({ precision: 0.95 })).toEqual([]);
    expect(acceptSuggestions(all, { precision: 0.95 })).toEqual({
      suggestions: [],
      from: 1,
      expectedPrecision: 0,
    });
  });

  test("a probability; both; one kind", () => {
    expect(probabilities({ probability: 0.2 })).toHaveLength(5);
    expect(probabilities({ probability: 0.7, precision: 0.5 })).toEqual([0.9, 0.8]);
    expect(probabilities({ only: "wrong" })).toEqual([]);
    expect(probabilities({ only: "missed" })).toHaveLength(3);
  });
});

describe("applying", () => {
  const sentences = [
    sentence("Ada met Bob in Rome", [[4, 5, "ORG"]], {
      completeness: "partial",
      hidden: [
        { start: 0, end: 1, label: "PER" },
        { start: 2, end: 3, label: "PER" },
      ],
    }),
    sentence("It rained", [], { completeness: "partial" }),
  ];
  const wrong: AppliedSuggestion = {
    kind: "wrong",
    sentence: 0,
    start: 4,
    end: 5,
    label: "LOC",
    text: "Rome",
    probability: 0.7,
    was: { start: 4, end: 5, label: "ORG" },
  };

  test("adds what was missed, changes what was wrong, and leaves the rest alone", () => {
    const { sentences: found, ...counts } = applySuggestions(sentences, [
      missed(0, [0, 1, "PER", "Ada"], 0.9),
      wrong,
    ]);
    expect(counts).toEqual({ added: 1, changed: 1, known: 0 });
    expect(found[0]).toMatchObject({
      entities: [
        { start: 0, end: 1, label: "PER", score: 0.9 },
        { start: 4, end: 5, label: "LOC", score: 0.7 },
      ],
      // Ada is not hidden any more.
      hidden: [{ start: 2, end: 3, label: "PER" }],
      completeness: "partial",
    });
    expect(found[1]).toBe(sentences[1]);
    expect(sentences[0]!.entities).toHaveLength(1);
  });

  test("the result may be called complete", () => {
    const { sentences: found } = applySuggestions(sentences, [], { complete: true });
    expect(found.map(({ completeness }) => completeness)).toEqual(["complete", "complete"]);
  });

  test("twice is as good as once", () => {
    const accepted = [missed(0, [0, 1, "PER", "Ada"], 0.9), wrong];
    const once = applySuggestions(sentences, accepted).sentences;
    const twice = applySuggestions(once, accepted);
    expect(twice).toMatchObject({ added: 0, changed: 0, known: 2 });
    expect(twice.sentences).toEqual(once);
  });

  test.each([
    ["another sentence", missed(9, [0, 1, "PER", "Ada"], 0.9), "only 2 sentences"],
    ["another word", missed(0, [1, 2, "PER", "Ada"], 0.9), 'there stands "met"'],
    ["past the end", missed(1, [1, 5, "PER", "Ada"], 0.9), "only 2 words"],
    [
      "another label to change",
      { ...wrong, was: { start: 4, end: 5, label: "PER" } } as AppliedSuggestion,
      'no "PER" to change',
    ],
  ])("refuses data that does not fit: %s", (_, suggestion, message) => {
    expect(() => applySuggestions(sentences, [suggestion])).toThrow(UserError);
    expect(() => applySuggestions(sentences, [suggestion])).toThrow(message);
  });

  test("the fingerprint is of words, not of labels", () => {
    const sum = wordsFingerprint(sentences);
    checkWords(applySuggestions(sentences, [wrong]).sentences, sum);
    expect(() => checkWords(sentences.toReversed(), sum)).toThrow("other data");
    const [first, second] = sentences;
    // Where one sentence ends and the next begins counts too.
    const moved = [
      { ...first!, tokens: [...first!.tokens, "It"] },
      { ...second!, tokens: ["rained"] },
    ];
    expect(() => checkWords(moved, sum)).toThrow("other data");
  });
});
