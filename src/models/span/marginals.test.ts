import { expect, test } from "vitest";
import { labelSet } from "../label-set.ts";
import { spanMarginals, vectorsOfSpans } from "./marginals.ts";
import { spanIndex } from "./span-index.ts";

const labels = labelSet(["LOC", "PER"]);
/** Two sentences, of two words and of one: [0, 1) [0, 2) [1, 2) and [0, 1). */
const index = spanIndex([2, 1], 2);

test("gives every label of at least the floor, of overlapping spans and of one span alike", () => {
  const rows = [
    [0.2, 0.5, 0.3],
    [0.5, 0.1, 0.4],
    [0.95, 0.04, 0.01],
    [0, 0, 1],
  ];
  const found = spanMarginals(Float32Array.from(rows.flat()), index, labels, { floor: 0.25 });
  const plain = found.map((own) => own.map(({ start, end, label }) => [start, end, label]));
  expect(plain).toEqual([
    [
      [0, 1, "LOC"],
      [0, 1, "PER"],
      [0, 2, "PER"],
    ],
    [[0, 1, "PER"]],
  ]);
  expect(found[0]!.map(({ score }) => score)).toEqual([
    expect.closeTo(0.5),
    expect.closeTo(0.3),
    expect.closeTo(0.4),
  ]);
});

test("spans that single precision takes for certain can be told apart", () => {
  const rows = [
    [1e-10, 0, 1],
    [1, 0, 0],
    [1, 0, 0],
    [1e-12, 0, 1],
  ];
  const found = spanMarginals(Float32Array.from(rows.flat()), index, labels);
  expect(found.map(({ length }) => length)).toEqual([1, 1]);
  // 1 / (1 + 1e−10) and 1 / (1 + 1e−12)
  expect(1 - found[0]![0]!.score!).toBeCloseTo(1e-10, 14);
  expect(1 - found[1]![0]!.score!).toBeCloseTo(1e-12, 14);
});

test("a mix of logarithms becomes probabilities", () => {
  // exp gives 1 : 3 : 4, whatever is added to all three.
  const row = [Math.log(1) - 9, Math.log(3) - 9, Math.log(4) - 9];
  const values = Float32Array.from([...row, ...row, ...row, ...row]);
  const found = spanMarginals(values, index, labels, { floor: 0.4, isLog: true });
  expect(found.flat()).toHaveLength(4);
  for (const { label, score } of found.flat()) {
    expect(label).toBe("PER");
    expect(score).toBeCloseTo(4 / 8, 6);
  }
});

test("the vectors of chosen spans, zeros where a span is too wide", () => {
  const three = spanIndex([1, 3], 2);
  // One span, then [0,1) [0,2) [1,2) [1,3) [2,3); each row is its position, twice.
  const vectors = Float32Array.from({ length: 12 }, (_, i) => Math.floor(i / 2));
  const rows = vectorsOfSpans(vectors, three, [
    [],
    [
      { start: 1, end: 3 },
      { start: 0, end: 3 },
      { start: 0, end: 1 },
    ],
  ]);
  expect(rows.map((row) => [...row])).toEqual([[], [4, 4, 0, 0, 1, 1]]);
});
