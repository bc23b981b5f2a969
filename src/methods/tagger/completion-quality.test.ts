import { expect, test } from "vitest";
import { sentence } from "../../../test/support/models/tiny-task.ts";
import { completionQuality } from "./completion-quality.ts";

const entity = (start: number, end: number, label: string) => ({ start, end, label });
const sentences = [
  sentence("Ada saw Bob in Leeds", [], {
    hidden: [entity(0, 1, "PER"), entity(2, 3, "PER"), entity(4, 5, "LOC")],
  }),
  sentence("York is old", [], { hidden: [entity(0, 1, "LOC")] }),
  sentence("nobody came", []),
];

test("a wrong type or boundary is wrong, and what was not completed does not count", () => {
  const added = [
    [entity(0, 1, "PER"), entity(2, 3, "LOC"), entity(4, 5, "LOC")],
    undefined,
    [entity(0, 1, "PER")],
  ];
  const quality = completionQuality(sentences, (i) => added[i]);
  // 2 of 4 added are right; 2 of 3 masked were found.
  expect(quality.completedPrecision).toBeCloseTo(2 / 4, 12);
  expect(quality.completedRecall).toBeCloseTo(2 / 3, 12);
});

test("says nothing where nothing is known to be masked", () => {
  expect(completionQuality(sentences.slice(2), () => [entity(0, 1, "PER")])).toEqual({});
});
