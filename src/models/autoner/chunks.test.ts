import { expect, test } from "vitest";
import { labelSet } from "../label-set.ts";
import { spanIndex } from "../span/span-index.ts";
import { chunkMarginals, decodeChunks } from "./chunks.ts";

const labels = labelSet(["LOC", "PER"]);
const index = spanIndex([3, 1], 2);
// Words: a tie between the first two, a break before the third; the first number of each sentence is never read.
const breaks = Float32Array.of(0, 0.25, 0.8, 0);
const rows: [string, number[]][] = [
  ["0 1", [0.5, 0.25, 0.25]],
  ["0 2", [0.1, 0.2, 0.7]],
  ["1 2", [0.6, 0.2, 0.2]],
  ["1 3", [0.5, 0.5, 0]],
  ["2 3", [0.9, 0.1, 0]],
  ["0 1 of the second", [0.3, 0.7, 0]],
];
const types = Float32Array.from(rows.flatMap(([, row]) => row));
const close = (value: number) => expect.closeTo(value, 6);

test("chunks are cut where a break is likelier, and have their likeliest type", () => {
  expect(decodeChunks({ breaks, types }, index, labels, 0)).toEqual([
    // A tie inside, a break after: 0.75 · 0.8 · 0.7. The third word is none.
    [{ start: 0, end: 2, label: "PER", score: close(0.42) }],
    [{ start: 0, end: 1, label: "LOC", score: close(0.7) }],
  ]);
  expect(decodeChunks({ breaks, types }, index, labels, 0.5)[0]).toEqual([]);
});

test("a chunk wider than the model goes is none", () => {
  const tied = Float32Array.of(0, 0.1, 0.1, 0);
  expect(decodeChunks({ breaks: tied, types }, index, labels, 0)[0]).toEqual([]);
});

test("marginals are those of the span as a chunk and of the label", () => {
  const [first] = chunkMarginals({ breaks, types }, index, labels);
  expect(first).toEqual([
    { start: 0, end: 1, label: "LOC", score: close(0.25 * 0.25) },
    { start: 0, end: 1, label: "PER", score: close(0.25 * 0.25) },
    { start: 0, end: 2, label: "LOC", score: close(0.75 * 0.8 * 0.2) },
    { start: 0, end: 2, label: "PER", score: close(0.42) },
    { start: 1, end: 2, label: "LOC", score: close(0.25 * 0.8 * 0.2) },
    { start: 1, end: 2, label: "PER", score: close(0.25 * 0.8 * 0.2) },
    { start: 1, end: 3, label: "LOC", score: close(0.25 * 0.2 * 0.5) },
    { start: 2, end: 3, label: "LOC", score: close(0.8 * 0.1) },
  ]);
});
