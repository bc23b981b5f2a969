import { describe, expect, test } from "vitest";
import { sentence } from "../../../test/support/models/tiny-task.ts";
import type { Sentence } from "../../data/index.ts";
import { Random } from "../../random.ts";
import type { ChosenSpan } from "./choose-candidates.ts";
import { groupBySurface, likeness } from "./surface-groups.ts";

const span = (at: number, state: ChosenSpan["state"]): ChosenSpan => ({
  sentence: at,
  start: 0,
  end: 1,
  label: "LOC",
  score: 0.9,
  state,
  isComplete: false,
  isSecond: false,
  isOnLabel: state === "labelled",
});

/** One word a sentence, labelled or not. */
const words = (...all: readonly (readonly [word: string, isLabelled: boolean])[]): Sentence[] =>
  all.map(([word, isLabelled]) =>
    sentence(word, isLabelled ? [[0, 1, "LOC"]] : [], { completeness: "partial" }),
  );

const spansOf = (sentences: readonly Sentence[]) =>
  sentences.map(({ entities }, i) => span(i, entities.length > 0 ? "labelled" : "free"));

test("likeness by hand", () => {
  // Rome is labelled in two of three places: each of the two sees one of two others labelled. Oslo stands alone.
  const sentences = words(["Rome", true], ["Rome", true], ["Rome", false], ["Oslo", true]);
  expect(likeness(sentences)).toBe(0.5);
  expect(likeness(words(["Oslo", true], ["July", false]))).toBe(0);
});

describe("groupBySurface", () => {
  const sentences = words(
    ["Rome", true],
    ["Rome", true],
    ["Rome", false],
    ["July", false],
    ["July", false],
    ["July", false],
    ["July", false],
    ["Oslo", true],
    ["Bonn", false],
  );

  test("what is labelled elsewhere is known, what never is in several places is unlike an entity", () => {
    const groups = groupBySurface(spansOf(sentences), sentences, 0.7).spans.map(({ surface }) => surface);
    expect(groups).toEqual([
      ...["known", "known", "known"],
      ...["unlike", "unlike", "unlike", "unlike"],
      // Nothing is known of words that stand alone.
      undefined,
      undefined,
    ]);
  });

  test("the own label does not count", () => {
    const labelled = words(["Rome", true], ["Rome", false], ["Rome", false], ["Rome", false]);
    const [first, second] = groupBySurface(spansOf(labelled), labelled, 0.7).spans;
    // Of its three others none is labelled; the others see one of three, which is more than a third of 0.7.
    expect([first!.surface, second!.surface]).toEqual(["unlike", "known"]);
  });

  test("where the same words are labelled everywhere or nowhere, it is learnt from words that occur once", () => {
    const dictionary = words(
      ["Rome", true],
      ["Rome", true],
      ["Oslo", false],
      ["Oslo", false],
      ["Oslo", false],
      ["Oslo", false],
      ["Bonn", true],
      ["Kiel", false],
    );
    const { spans, likeness: alike } = groupBySurface(spansOf(dictionary), dictionary, 0.6);
    expect(alike).toBe(1);
    expect(spans.map(({ surface, isCounted, isOnLabel }) => [surface, isCounted, isOnLabel])).toEqual([
      ["known", undefined, undefined],
      ["known", undefined, undefined],
      // Not unlike an entity, though nobody labelled any of four.
      ...Array.from({ length: 4 }, () => [undefined, false, undefined]),
      [undefined, undefined, true],
      [undefined, undefined, false],
    ]);
    expect(groupBySurface(spansOf(sentences), sentences, 0.7).likeness).toBeUndefined();
  });

  test("labels that are missing at random are no more alike than there are labels, a dictionary's are", () => {
    const random = new Random(4);
    const names = Array.from({ length: 60 }, (_, i) => `name${i}`);
    const drawn = Array.from({ length: 1500 }, () => random.pick(names));
    const atRandom = words(...drawn.map((word) => [word, random.uniform() < 0.7] as const));
    // 0.7, give or take 0.01.
    expect(Math.abs(likeness(atRandom) - 0.7)).toBeLessThan(0.05);
    const listed = words(...drawn.map((word) => [word, Number(word.slice(4)) < 42] as const));
    expect(likeness(listed)).toBe(1);
  });
});
