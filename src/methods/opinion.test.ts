import { expect, test } from "vitest";
import { labelSet } from "../models/index.ts";
import { type Opinion, recallOpinions, storeOpinions } from "./opinion.ts";

const labels = labelSet(["LOC", "PER"]);

test("opinions come back from a checkpoint as they were", () => {
  const opinions = new Map<number, Opinion>([
    [
      7,
      {
        entities: [
          { start: 0, end: 2, label: "PER", score: 0.75 },
          { start: 3, end: 4, label: "LOC", score: 0.5 },
        ],
        inside: Float32Array.of(0.75, 0.875, 0, 0.5),
        labelled: Float32Array.of(0.25),
      },
    ],
    [2, { entities: [], inside: new Float32Array(0), labelled: new Float32Array(0) }],
    [
      0,
      {
        entities: [{ start: 1, end: 2, label: "LOC", score: 1 }],
        inside: Float32Array.of(0, 1),
        labelled: Float32Array.of(0.5, 0.125),
      },
    ],
  ]);
  expect(recallOpinions(storeOpinions(opinions, labels), labels)).toEqual(opinions);
});

test("where nothing was judged there is nothing to keep", () => {
  expect(storeOpinions(new Map(), labels).size).toBe(0);
  expect(recallOpinions(new Map(), labels).size).toBe(0);
});
