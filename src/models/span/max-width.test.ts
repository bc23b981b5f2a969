import { expect, test } from "vitest";
import { maxWidth } from "./max-width.ts";

const entity = (start: number, end: number) => ({ start, end, label: "X" });
// Widths 1, 2, 2 and 12.
const sentences = [
  { entities: [entity(0, 1), entity(3, 5)] },
  { entities: [] },
  { entities: [entity(0, 12), entity(2, 4)] },
];

test("the longest training entity decides, and nothing is lost", () => {
  expect(maxWidth(sentences)).toEqual({ width: 12, longest: 12, entities: 4, lost: 0 });
});

test("a cap is kept and what it loses is counted", () => {
  expect(maxWidth(sentences, 10)).toEqual({ width: 10, longest: 12, entities: 4, lost: 1 });
  expect(maxWidth(sentences, 1)).toEqual({ width: 1, longest: 12, entities: 4, lost: 3 });
});

test("a width above the longest entity is kept as well", () => {
  expect(maxWidth(sentences, 12)).toEqual(maxWidth(sentences));
  expect(maxWidth(sentences, 40)).toEqual({ width: 40, longest: 12, entities: 4, lost: 0 });
  expect(maxWidth([], 7)).toEqual({ width: 7, longest: 0, entities: 0, lost: 0 });
});

test("a model that goes on from another is at least as wide", () => {
  expect(maxWidth(sentences, 5, 9).width).toBe(9);
  expect(maxWidth(sentences, null, 9).width).toBe(12);
});

test("a limit for what is not asked for", () => {
  expect(maxWidth(sentences, null, 1, 10)).toEqual({ width: 10, longest: 12, entities: 4, lost: 1 });
  expect(maxWidth(sentences, 11, 1, 10).width).toBe(11);
});

test("a corpus without entities has spans of one word", () => {
  expect(maxWidth([])).toEqual({ width: 1, longest: 0, entities: 0, lost: 0 });
});

test("a cap below one word is a mistake", () => {
  expect(() => maxWidth(sentences, 0)).toThrow("at least one word, not 0");
  expect(() => maxWidth(sentences, Number.NaN)).toThrow("not NaN");
});
