import { expect, test } from "vitest";
import { labelSet } from "../../models/index.ts";
import {
  averageSoftLabels,
  likeliest,
  restoreSoftLabels,
  type SoftLabels,
  storeSoftLabels,
} from "./soft-labels.ts";

const labels = labelSet(["LOC", "PER"]);

test("soft labels come back from a checkpoint as they were", () => {
  const stored = new Map<number, SoftLabels>([
    [
      7,
      {
        votes: 2,
        entities: [
          { start: 0, end: 2, label: "PER", score: 0.75 },
          { start: 3, end: 4, label: "LOC", score: 0.5 },
        ],
        inside: Float32Array.of(0.75, 0.875, 0, 0.5),
        labelled: Float32Array.of(0.25),
      },
    ],
    [2, { votes: 1, entities: [], inside: new Float32Array(0), labelled: new Float32Array(0) }],
    [
      0,
      {
        votes: 1,
        entities: [{ start: 1, end: 2, label: "LOC", score: 1 }],
        inside: Float32Array.of(0, 1),
        labelled: Float32Array.of(0.5, 0.125),
      },
    ],
  ]);
  expect(restoreSoftLabels(storeSoftLabels(stored, labels), labels)).toEqual(stored);
});

test("where nothing was scored there is nothing to keep", () => {
  expect(storeSoftLabels(new Map(), labels).size).toBe(0);
  expect(restoreSoftLabels(new Map(), labels).size).toBe(0);
});

test("the average counts models, and what one of them did not find counts as 0", () => {
  const softLabels = (votes: number, own: number, other: number): SoftLabels => ({
    votes,
    entities: [
      { start: 0, end: 2, label: "PER", score: own },
      ...(other > 0 ? [{ start: 1, end: 2, label: "LOC", score: other }] : []),
    ],
    inside: Float32Array.of(own, own + other),
    labelled: Float32Array.of(other),
  });
  const { votes, entities, inside, labelled } = averageSoftLabels(
    softLabels(2, 0.75, 0),
    softLabels(1, 0.375, 0.375),
  );
  expect(votes).toBe(3);
  expect(entities.map(({ label, score }) => [label, score])).toEqual([
    ["PER", (2 * 0.75 + 0.375) / 3],
    ["LOC", 0.125],
  ]);
  expect(inside[0]).toBeCloseTo(0.625, 6);
  expect(inside[1]).toBeCloseTo(0.75, 6);
  expect(labelled[0]).toBeCloseTo(0.125, 6);
});

test("of entities that share words the likeliest is kept", () => {
  const entity = (start: number, end: number, score: number) => ({ start, end, label: "PER", score });
  const kept = likeliest([entity(0, 2, 0.4), entity(1, 3, 0.5), entity(2, 4, 0.3), entity(3, 4, 0.2)]);
  expect(kept).toEqual([entity(1, 3, 0.5), entity(3, 4, 0.2)]);
});
