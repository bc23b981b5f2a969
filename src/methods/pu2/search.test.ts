import fc from "fast-check";
import { expect, test } from "vitest";
import { bestTrial, nextTrial, type Pu2Search, type Pu2Settings, type Pu2Trial, trialsOf } from "./search.ts";

const grid = {
  explore: [1, 2, 3],
  remove: [1 / 320, 1 / 160, 1 / 80, 1 / 40, 1 / 20, 1 / 10],
  spans: [0, 0.1, 0.2, 0.3],
};
const start = { explore: 2, remove: 1 / 320, spans: 0.1 };

/** All trials of a search whose scores are known beforehand. */
function search(options: Pu2Search, score: (settings: Pu2Settings) => number): Pu2Trial[] {
  const trials: Pu2Trial[] = [];
  for (;;) {
    const settings = nextTrial(options, trials);
    if (settings === undefined) return trials;
    trials.push({ settings, score: score(settings) });
  }
}

test("a budget of 8: λ at the ends, in the middle and beside the best, then n, then γ", () => {
  // Best at λ = 1/20, n = 1, γ = 0.
  const trials = search({ start, grid, budget: 8 }, ({ explore, remove, spans }) => {
    return -Math.abs(Math.log(remove * 20)) - explore - spans;
  });
  expect(trials.map(({ settings }) => [settings.remove, settings.explore, settings.spans])).toEqual([
    [1 / 320, 2, 0.1],
    [1 / 10, 2, 0.1],
    [1 / 80, 2, 0.1],
    // 1/10 is the best so far, and 1/20 its only neighbour.
    [1 / 20, 2, 0.1],
    [1 / 20, 1, 0.1],
    [1 / 20, 3, 0.1],
    [1 / 20, 1, 0.3],
    [1 / 20, 1, 0],
  ]);
  expect(bestTrial(trials)!.settings).toEqual({ remove: 1 / 20, explore: 1, spans: 0 });
});

test("of equal trials the first is kept", () => {
  const trials = search({ start, grid, budget: 5 }, () => 0.5);
  expect(bestTrial(trials)!.settings).toEqual(start);
  expect(bestTrial([])).toBeUndefined();
});

test("one change at a time reaches 6 + 2 + 3 settings, and no more are tried", () => {
  expect(trialsOf({ start, grid, budget: 100 })).toBe(11);
  expect(trialsOf({ start, grid, budget: 7 })).toBe(7);
  // Where words cannot be ranked only γ is left.
  const narrow = { start, grid: { ...grid, explore: [2], remove: [1 / 320] }, budget: 8 };
  expect(trialsOf(narrow)).toBe(4);
  expect(search(narrow, () => 0).map(({ settings }) => settings.spans)).toEqual([0.1, 0.3, 0, 0.2]);
});

test("a start outside the grid is tried first and the grid after it", () => {
  const other = { ...start, remove: 0.4 };
  const trials = search({ start: other, grid, budget: 4 }, ({ remove }) => remove);
  expect(trials[0]!.settings).toEqual(other);
  expect(trialsOf({ start: other, grid, budget: 100 })).toBe(12);
});

test("any scores: as many trials as planned, no two alike, each one change from an earlier one", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 14 }),
      fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
      (budget, scores) => {
        const options = { start, grid, budget };
        const trials = search(options, () => scores.next().value);
        expect(trials).toHaveLength(trialsOf(options));
        expect(trials).toHaveLength(Math.min(budget, 11));
        expect(new Set(trials.map(({ settings }) => JSON.stringify(settings))).size).toBe(trials.length);
        trials.slice(1).forEach(({ settings }, i) => {
          const best = bestTrial(trials.slice(0, i + 1))!.settings;
          const changed = (["explore", "remove", "spans"] as const).filter(
            (key) => settings[key] !== best[key],
          );
          expect(changed).toHaveLength(1);
          expect(grid[changed[0]!]).toContain(settings[changed[0]!]);
        });
      },
    ),
    { seed: 1 },
  );
});
