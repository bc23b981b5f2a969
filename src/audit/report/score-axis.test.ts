import { expect, test } from "vitest";
import { formatScore, scoreAt, scoreEdges, scorePlace, scoreTicks } from "./score-axis.ts";

test("a score lies where its odds are, by their powers of ten", () => {
  expect(scorePlace(0.5)).toBe(0);
  expect(scorePlace(10 / 11)).toBeCloseTo(1);
  expect(scorePlace(1 / 101)).toBeCloseTo(-2);
  expect(scorePlace(1000 / 1001)).toBeCloseTo(3);
});

test("what is nearly 0 or 1, or is, has a place", () => {
  expect([0, 1e-9, 1 - 1e-9, 1].map(scorePlace)).toEqual([-2.5, -2.5, 6.5, 6.5]);
});

test("ticks are where the scores are that they name", () => {
  for (const { value, text } of scoreTicks) expect(scoreAt(value)).toBeCloseTo(Number(text), 10);
});

test("bars are equally wide and cover everything", () => {
  const edges = scoreEdges();
  expect([edges[0], edges.at(-1)]).toEqual([0, 1]);
  const places = edges.map(scorePlace);
  for (const [i, place] of places.slice(1).entries()) expect(place - places[i]!).toBeCloseTo(0.5);
});

test("a score is written so that it can be told from 1", () => {
  expect([0.5, 0.987, 0.9996, 1, 0].map(formatScore)).toEqual(["0.50", "0.987", "0.99960", "1", "0.00"]);
});
