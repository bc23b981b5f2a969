import { expect, test } from "vitest";
import { centralDifferences, expectClose } from "../../../test/graph/check-case.ts";
import { evaluate, gradient, input, mul, reduceSum, type Tensors, transpose } from "../../graph/index.ts";
import { Random } from "../../random.ts";
import { feedSpanGrid, gridRows, spanGrid } from "./span-grid.ts";

function numbers(feeds: Tensors) {
  return Object.fromEntries(
    Object.entries(feeds).map(([name, { data, shape }]) => [
      name,
      { data: Array.from(data, Number), shape: [...shape] },
    ]),
  );
}

function drawn(random: Random, ...shape: number[]) {
  const count = shape.reduce((product, size) => product * size, 1);
  return { data: Array.from({ length: count }, () => random.uniform() - 0.5), shape };
}

test.each([
  [1, 1],
  [5, 3],
  [16, 4],
  [37, 17],
  [40, 20],
])("%i words, spans of up to %i: cell by cell what a loop finds", (words, maxWidth) => {
  const random = new Random(words);
  const grid = spanGrid(maxWidth);
  const a = input("a", ["words", 3]);
  const b = input("b", ["words", 3]);
  const lines = input("lines", [maxWidth, grid.rows]);
  const [rowsA, rowsB] = [grid.place(a), grid.place(b)];
  const rows = gridRows(words, maxWidth);
  const feeds = {
    ...numbers(feedSpanGrid(words, maxWidth)),
    a: drawn(random, words, 3),
    b: drawn(random, words, 3),
    lines: drawn(random, maxWidth, rows),
  };
  const [ends, products, moved, back] = evaluate(
    [
      grid.atEnds(transpose(rowsB, [1, 0])),
      grid.products(rowsA, rowsB),
      grid.moved(lines),
      grid.movedBack(lines),
    ],
    feeds,
  );
  expect(back!.shape).toEqual([maxWidth, rows]);
  expect(ends!.shape).toEqual([3, maxWidth, rows]);
  for (let d = 0; d < maxWidth; d++) {
    for (let i = 0; i + d < words; i++) {
      const cell = d * rows + i;
      const own = feeds.a.data.slice(3 * i, 3 * i + 3);
      const last = feeds.b.data.slice(3 * (i + d), 3 * (i + d) + 3);
      expect([0, 1, 2].map((n) => ends!.data[n * maxWidth * rows + cell])).toEqual(last);
      expect(back!.data[cell + d]).toBe(feeds.lines.data[cell]);
      expect(moved!.data[cell]).toBe(feeds.lines.data[d * rows + i + d]);
      expect(products!.data[cell]).toBeCloseTo(
        own[0]! * last[0]! + own[1]! * last[1]! + own[2]! * last[2]!,
        9,
      );
    }
  }
});

test("gradients are those of differences", () => {
  const grid = spanGrid(3);
  const [a, b] = [input("a", ["words", 2]), input("b", ["words", 2])];
  const weights = input("weights", [3, grid.rows]);
  const random = new Random(2);
  const ends = grid.atEnds(transpose(grid.place(b), [1, 0]));
  const loss = reduceSum(
    mul(mul(grid.products(grid.place(a), grid.place(b)), weights), reduceSum(mul(ends, ends), 0)),
  );
  const feeds = {
    ...numbers(feedSpanGrid(5, 3)),
    a: drawn(random, 5, 2),
    b: drawn(random, 5, 2),
    weights: drawn(random, 3, gridRows(5, 3)),
  };
  const slopes = evaluate(gradient(loss, [a, b]), feeds);
  expectClose(slopes[0]!.data, centralDifferences(loss, feeds, "a"), 1e-6, "a");
  expectClose(slopes[1]!.data, centralDifferences(loss, feeds, "b"), 1e-6, "b");
});
