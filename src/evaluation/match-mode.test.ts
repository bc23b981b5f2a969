import fc from "fast-check";
import { expect, test } from "vitest";
import { type Entity, overlaps } from "../data/span.ts";
import { countByLabel, type MatchMode, matchModes } from "./match-mode.ts";
import { uniqueEntities } from "./scored-entities.ts";

const entity = fc
  .tuple(fc.nat(7), fc.integer({ min: 1, max: 5 }), fc.constantFrom("A", "B"))
  .map(([start, width, label]): Entity => ({ start, end: start + width, label }));
const entities = fc.array(entity, { maxLength: 7 }).map(uniqueEntities);

const agree: { readonly [M in MatchMode]: (gold: Entity, predicted: Entity) => boolean } = {
  exact: (a, b) => a.start === b.start && a.end === b.end && a.label === b.label,
  boundary: (a, b) => a.start === b.start && a.end === b.end,
  start: (a, b) => a.start === b.start && a.label === b.label,
  end: (a, b) => a.end === b.end && a.label === b.label,
  overlap: (a, b) => overlaps(a, b) && a.label === b.label,
};

function correctOf(gold: readonly Entity[], predicted: readonly Entity[], mode: MatchMode): number {
  return [...countByLabel(gold, predicted, mode).values()].reduce((sum, counts) => sum + counts.correct, 0);
}

/** The largest one-to-one pairing, by trying every choice for every gold entity. */
function mostPairs(gold: readonly Entity[], free: readonly Entity[], mode: MatchMode): number {
  const [first, ...rest] = gold;
  if (first === undefined) return 0;
  let most = mostPairs(rest, free, mode);
  for (const choice of free) {
    if (!agree[mode](first, choice)) continue;
    const left = free.filter((other) => other !== choice);
    most = Math.max(most, 1 + mostPairs(rest, left, mode));
  }
  return most;
}

test.each(matchModes)("%s: finds the most pairs there can be", (mode) => {
  fc.assert(
    fc.property(entities, entities, (gold, predicted) => {
      expect(correctOf(gold, predicted, mode)).toBe(mostPairs(gold, predicted, mode));
    }),
    { numRuns: 300 },
  );
});

test("one span over the whole sentence finds one entity, not all", () => {
  const gold = [0, 2, 4].map((start) => ({ start, end: start + 1, label: "A" }));
  expect(countByLabel(gold, [{ start: 0, end: 5, label: "A" }], "overlap").get("A")).toEqual({
    correct: 1,
    predicted: 1,
    gold: 3,
  });
});

test("overlap leaves the wide span to the one that needs it", () => {
  // Gold [0,1) and [3,4); predicted [0,4) and [0,1). Pairing [0,4) with [0,1) would waste it: [3,4) has no other.
  const gold = [
    { start: 0, end: 1, label: "A" },
    { start: 3, end: 4, label: "A" },
  ];
  const predicted = [
    { start: 0, end: 4, label: "A" },
    { start: 0, end: 1, label: "A" },
  ];
  expect(correctOf(gold, predicted, "overlap")).toBe(2);
});

test("looser modes never find less", () => {
  fc.assert(
    fc.property(entities, entities, (gold, predicted) => {
      const correct = (mode: MatchMode) => correctOf(gold, predicted, mode);
      for (const looser of ["boundary", "start", "end", "overlap"] as const) {
        expect(correct(looser)).toBeGreaterThanOrEqual(correct("exact"));
      }
      expect(correct("overlap")).toBeGreaterThanOrEqual(correct("start"));
      expect(correct("overlap")).toBeGreaterThanOrEqual(correct("end"));
      // With one label only, the type cannot be wrong, and the boundary is between exact and loose.
      const one = (list: readonly Entity[]) => uniqueEntities(list.map((e) => ({ ...e, label: "A" })));
      const single = (mode: MatchMode) => correctOf(one(gold), one(predicted), mode);
      expect(single("boundary")).toBe(single("exact"));
      expect(single("overlap")).toBeGreaterThanOrEqual(single("boundary"));
    }),
  );
});
