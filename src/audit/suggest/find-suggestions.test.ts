import { describe, expect, test } from "vitest";
import { sentence } from "../../../test/support/models/tiny-task.ts";
import type { Sentence } from "../../data/index.ts";
import { buildDictionary } from "../../dictionary/index.ts";
import { type Calibration, calibrate } from "../calibrate/calibrate.ts";
import { chooseCandidates } from "../calibrate/choose-candidates.ts";
import type { Candidate, Predictions } from "../predict/predictions.ts";
import type { Interval } from "../summary.ts";
import { checkHidden } from "./check-hidden.ts";
import { findSuggestions } from "./find-suggestions.ts";

const candidate = (start: number, end: number, label: string, score: number): Candidate => ({
  start,
  end,
  label,
  score,
});

function predictionsOf(
  candidates: readonly (readonly Candidate[])[],
  more: Partial<Predictions> = {},
): Predictions {
  return {
    models: 2,
    labels: ["LOC", "ORG", "PER"],
    widest: null,
    sentences: candidates.map((own) => ({ candidates: own, agreement: new Map() })),
    dev: [],
    ...more,
  };
}

/** Scores mean what they say, and half of the entities are labelled. */
function plainCalibration(sentences: readonly Sentence[], predictions: Predictions): Calibration {
  return {
    kind: "labels",
    probability: { at: (_, score) => score },
    labelError: (_, score) => score,
    frequency: () => 0.5,
    isByWord: false,
    estimate: { total: undefined as never, types: new Map() },
    spans: predictions.sentences.flatMap(({ candidates }, i) =>
      chooseCandidates(sentences[i]!, i, candidates, { nested: false }),
    ),
  };
}

describe("findSuggestions", () => {
  const partial = { completeness: "partial" } as const;
  const sentences = [
    sentence("Ada met Bob in Leeds", [[4, 5, "ORG"]], partial),
    sentence("Ada left Leeds", [[2, 3, "LOC"]], partial),
    sentence("Ada won", [], { completeness: { complete: ["PER"] } }),
  ];
  const predictions: Predictions = {
    ...predictionsOf([]),
    sentences: [
      {
        candidates: [
          { ...candidate(0, 1, "PER", 0.9), neighbours: [{ entity: 1, similarity: 0.25 }] },
          candidate(2, 3, "PER", 0.06),
          candidate(4, 5, "LOC", 0.8),
          candidate(4, 5, "ORG", 0.1),
        ],
        agreement: new Map([["0:1:PER", 2]]),
      },
      { candidates: [candidate(0, 1, "PER", 0.8), candidate(2, 3, "LOC", 0.9)], agreement: new Map() },
      { candidates: [candidate(0, 1, "PER", 0.9)], agreement: new Map() },
    ],
  };
  const calibration = plainCalibration(sentences, predictions);
  const found = findSuggestions({ sentences, predictions, calibration, nested: false });

  test("missed and wrong ones in one list, best first, with their probabilities", () => {
    // h (1 − c) / (1 − c h): 0.45 / 0.55, 0.4 / 0.6; 0.03 / 0.97 is below what is listed. Wrong: 0.8 · 0.9, and since
    // Leeds is LOC once elsewhere and never ORG, (1 + ½) / (1 + 0 + 1) of that.
    expect(found.map(({ kind, sentence: at, label, probability }) => [kind, at, label, probability])).toEqual(
      [
        ["missed", 0, "PER", 0.818182],
        ["missed", 1, "PER", 0.666667],
        ["wrong", 0, "LOC", 0.54],
      ],
    );
    expect(found[2]).toMatchObject({
      reason: "type",
      was: { start: 4, end: 5, label: "ORG" },
      text: "Leeds",
    });
  });

  test("nothing is suggested where labels are complete", () => {
    expect(found.filter(({ sentence: at }) => at === 2)).toEqual([]);
  });

  test("evidence: score, folds, surface, neighbours by their place", () => {
    expect(found[0]!.evidence).toEqual({
      score: 0.9,
      folds: { agree: 2, of: 2 },
      surface: { labelled: 0, occurrences: 2 },
      // The second labelled entity of the data.
      neighbours: [{ sentence: 1, start: 2, end: 3, label: "LOC", similarity: 0.25, text: "Leeds" }],
    });
    expect(found[2]!.evidence.surface).toEqual({ labelled: 1, occurrences: 1 });
  });

  test("what a dictionary has for just these words", () => {
    const dictionary = buildDictionary([
      ["Ada", "PER"],
      ["Ada", "PRODUCT"],
      ["Ada met", "ORG"],
    ]);
    const [first] = findSuggestions({ sentences, predictions, calibration, nested: false, dictionary });
    expect(first!.evidence.dictionary).toEqual(["PER", "PRODUCT"]);
  });

  test("no two suggestions contradict each other", () => {
    const own = [sentence("New York City Hall", [[0, 1, "LOC"]], partial)];
    const said = predictionsOf([
      [candidate(0, 3, "LOC", 0.6), candidate(2, 4, "ORG", 0.9), candidate(0, 1, "LOC", 0.2)],
    ]);
    const both = findSuggestions({
      sentences: own,
      predictions: said,
      calibration: plainCalibration(own, said),
      nested: false,
    });
    // "City Hall" (0.45 / 0.55) wins over the wider boundary of "New", which shares "City" with it.
    expect(both.map(({ kind, text }) => [kind, text])).toEqual([["missed", "City Hall"]]);
  });
});

describe("calibrate", () => {
  const many = (count: number, more: Partial<Sentence>) =>
    Array.from({ length: count }, (_, i) => ({
      ...sentence("Ada x", i % 10 < 7 || more.completeness === "complete" ? [[0, 1, "PER"]] : []),
      ...more,
    }));
  const say = (count: number) => Array.from({ length: count }, () => [candidate(0, 1, "PER", 0.9)]);

  test("learns from labels, from complete sentences, or not at all", () => {
    const options = { dev: [], nested: false, seed: 1, draws: 20 };
    const partial = many(100, { completeness: "partial" });
    const learnt = calibrate(partial, predictionsOf(say(100)), options);
    expect(learnt.kind).toBe("labels");
    // 70 of 100 sure spans are labelled.
    expect(learnt.frequency("PER")).toBeCloseTo(0.7, 12);
    expect(learnt.estimate.total.missing.value).toBeCloseTo(30, 9);
    // The model knows LOC too, of which there is no label.
    expect(learnt.frequency("LOC")).toBe(0);

    const few = calibrate(partial.slice(0, 20), predictionsOf(say(20)), options);
    expect(few.kind).toBe("none");
    // Six of twenty have no label, each counted with 0.9.
    expect(few.estimate.total.missing.value).toBeCloseTo(5.4, 9);

    const dev = many(150, { completeness: "complete" });
    const devFound = say(150).map((candidates, i) => ({ sentence: i, candidates }));
    const told = calibrate(partial, predictionsOf(say(100), { dev: devFound }), { ...options, dev });
    expect(told.kind).toBe("complete");
    // All are entities by dev, though no more than 99 % sure: 70 / 99, and the prior of 20 alike.
    expect(told.frequency("PER")).toBeCloseTo((70 + (20 * 70) / 99) / 119, 9);
  });

  test("words that are labelled elsewhere win over a higher score of another label", () => {
    const labelled = many(100, { completeness: "partial" });
    const sentences = [...labelled, sentence("Ada x", [], { completeness: "partial" })];
    const doubtful = [candidate(0, 1, "ORG", 0.6), candidate(0, 1, "PER", 0.5)];
    const predictions = predictionsOf([...say(100), doubtful]);
    const { spans, isByWord } = calibrate(sentences, predictions, {
      dev: [],
      nested: false,
      seed: 1,
      draws: 5,
    });
    expect(isByWord).toBe(false);
    expect(spans.at(-1)).toMatchObject({ label: "PER", score: 0.5, surface: "known", state: "free" });
    // Where nobody has labelled such words, the score decides.
    const others = [...labelled, sentence("Bob x", [], { completeness: "partial" })];
    const { spans: left } = calibrate(others, predictions, { dev: [], nested: false, seed: 1, draws: 5 });
    expect(left.at(-1)).toMatchObject({ label: "ORG", score: 0.6 });
  });
});

test("checkHidden by hand", () => {
  const hidden = [
    { start: 0, end: 1, label: "PER" },
    { start: 2, end: 3, label: "LOC" },
  ];
  const sentences = [{ hidden }, {}];
  const suggestion = (at: number, start: number, label: string, probability: number) =>
    ({
      kind: "missed",
      sentence: at,
      start,
      end: start + 1,
      label,
      probability,
      suggested: probability >= 0.5,
      text: "",
      evidence: { score: 0, surface: { labelled: 0, occurrences: 0 }, neighbours: [] },
    }) as const;
  const missing: Interval = { value: 3, low: 1, high: 4 };
  const options = { missing, missingByType: new Map([["PER", { value: 5, low: 4, high: 6 }]]) };
  const suggestions = [
    suggestion(0, 0, "PER", 0.9),
    suggestion(1, 0, "PER", 0.8),
    suggestion(0, 2, "PER", 0.4),
    suggestion(0, 2, "LOC", 0.3),
  ];
  expect(checkHidden(sentences, { suggestions, ...options })).toEqual({
    hidden: 2,
    first: [{ suggestions: 4, precision: 0.5 }],
    cut: { suggestions: 2, right: 1, precision: 0.5, recall: 0.5 },
    estimate: { missing, error: 0.5, covered: true },
    types: [
      {
        label: "LOC",
        hidden: 1,
        missing: { value: 0, low: 0, high: 0 },
        covered: false,
        precision: 0,
        recall: 0,
      },
      {
        label: "PER",
        hidden: 1,
        missing: options.missingByType.get("PER"),
        covered: false,
        precision: 0.5,
        recall: 1,
      },
    ],
    reliability: [
      { probability: 0.35, suggestions: 2, right: 0.5 },
      { probability: 0.8, suggestions: 1, right: 0 },
      { probability: 0.9, suggestions: 1, right: 1 },
    ],
  });
  expect(checkHidden([{ hidden: [] }, {}], { suggestions, ...options })).toBeUndefined();
});
