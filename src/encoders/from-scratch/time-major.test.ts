import { expect, test } from "vitest";
import { feedLanes, LANES } from "./time-major.ts";

const batchOf = (...lengths: number[]) => lengths.map((words) => ({ words, cost: words, unseen: [] }));
const numbers = (feeds: ReturnType<typeof feedLanes>, name: string) => [...feeds[name]!.data].map(Number);

test("sentences stand side by side, and every word is found again", () => {
  // Words 0 1 2 | 3 | 4 5: steps down, sentences across.
  const feeds = feedLanes(batchOf(3, 1, 2));
  expect(numbers(feeds, LANES.places)).toEqual([0, 3, 4, 1, -1, 5, 2, -1, -1]);
  expect(numbers(feeds, LANES.present)).toEqual([1, 1, 1, 1, 0, 1, 1, 0, 0]);
  expect(numbers(feeds, LANES.back)).toEqual([0, 3, 6, 1, 2, 5]);
  expect(numbers(feeds, LANES.first)).toEqual([0, 3, 4]);
  expect(numbers(feeds, LANES.last)).toEqual([2, 3, 5]);
});

test("sentences without words point behind the last word, and there is always a step", () => {
  expect(numbers(feedLanes(batchOf(0, 2)), LANES.first)).toEqual([2, 0]);
  const empty = feedLanes([]);
  expect(empty[LANES.present]!.shape).toEqual([1, 1]);
  expect(numbers(empty, LANES.present)).toEqual([0]);
});
