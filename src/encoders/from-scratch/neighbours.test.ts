import { expect, test } from "vitest";
import { evaluate, input } from "../../graph/index.ts";
import { feedNeighbours, neighbours } from "./neighbours.ts";

const prepared = (words: number) => ({ words, cost: words, unseen: [] });

function around(values: readonly number[], sentences: readonly number[], window: number): number[][] {
  const node = neighbours(window).around(input("x", ["words", 1]));
  const feeds = {
    x: { data: values, shape: [values.length, 1] },
    ...feedNeighbours(sentences.map(prepared), window),
  };
  const { data } = evaluate([node], feeds)[0]!;
  const size = 2 * window + 1;
  return values.map((_, i) => [...data.subarray(i * size, (i + 1) * size)]);
}

test("each word with its neighbours, zeros beyond the sentence", () => {
  // Sentences 1 2 3 | 4 | 5 6
  expect(around([1, 2, 3, 4, 5, 6], [3, 1, 2], 1)).toEqual([
    [0, 1, 2],
    [1, 2, 3],
    [2, 3, 0],
    [0, 4, 0],
    [0, 5, 6],
    [5, 6, 0],
  ]);
});

test("a wider window, also over sentences shorter than it and without words", () => {
  expect(around([1, 2, 3, 4], [3, 0, 1], 2)).toEqual([
    [0, 0, 1, 2, 3],
    [0, 1, 2, 3, 0],
    [1, 2, 3, 0, 0],
    [0, 0, 4, 0, 0],
  ]);
});
