import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { timeAll } from "./time-all.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Work whose time is known: the clock is set forward by it. */
function working(secondsOf: (batch: number, run: number) => number) {
  const done: number[] = [];
  const work = async (batch: number, run: number) => {
    done.push(batch);
    expect(run).toBe(done.length);
    vi.advanceTimersByTime(1000 * secondsOf(batch, run));
  };
  return { done, work };
}

const costOf = (batch: number) => batch;
const batches = Array.from({ length: 100 }, (_, i) => 1 + ((37 * i) % 100));

test("what is slow at first is not counted", async () => {
  // 100 batches of 1 to 100, a millisecond each unit: 5.05 s; ten times as slow in the first ten runs.
  const { done, work } = working((batch, run) => (batch / 1000) * (run <= 10 ? 10 : 1));
  const seconds = await timeAll(batches, work, { costOf, budget: 6 });
  // About 5 s for the first ten, then twenty more a second.
  expect(done.length).toBeGreaterThan(20);
  expect(done.length).toBeLessThan(60);
  expect(seconds).toBeCloseTo(5.05, 9);
});

test("small and large batches are taken in turn, so that a fixed part of each run is told rightly", async () => {
  // 5 ms for each run and 0.1 ms a unit: 100 · 5 + 5050 · 0.1 = 1005 ms.
  const { done, work } = working((batch) => (5 + batch / 10) / 1000);
  const seconds = await timeAll(batches, work, { costOf, budget: 0.3 });
  expect(seconds).toBeGreaterThan(1.005 * 0.95);
  expect(seconds).toBeLessThan(1.005 * 1.05);
  expect(done.length).toBeLessThanOrEqual(40);
  // ½, ¼, ¾ of the way through the sorted batches, and so on.
  expect(done.slice(0, 7)).toEqual([51, 26, 76, 13, 63, 38, 88]);
});

test("the budget is kept but for the fewest runs, and few batches come up again", async () => {
  const { done, work } = working(() => 1);
  expect(await timeAll([3, 1, 2], work, { costOf, budget: 0 })).toBeCloseTo(3, 0);
  expect(done).toHaveLength(4);
  expect(new Set(done)).toEqual(new Set([1, 2, 3]));
  const quick = working(() => 0.001);
  expect(await timeAll([1, 1], quick.work, { costOf, budget: 3600 })).toBeCloseTo(0.002, 9);
  expect(quick.done).toHaveLength(100);
  expect(await timeAll([], work, { costOf, budget: 9 })).toBe(0);
});
