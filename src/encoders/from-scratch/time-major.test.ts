import { expect, test } from "vitest";
import { feedTimeMajor, TIME_MAJOR } from "./time-major.ts";

const batchOf = (...lengths: number[]) => lengths.map((words) => ({ words, cost: words, unseen: [] }));
const numbers = (feeds: ReturnType<typeof feedTimeMajor>, name: string) => [...feeds[name]!.data].map(Number);

test("sentences stand side by side, and every word is found again", () => {
  // Words 0 1 2 | 3 | 4 5: steps down, sentences across.
  const feeds = feedTimeMajor(batchOf(3, 1, 2));
  expect(numbers(feeds, TIME_MAJOR.places)).toEqual([0, 3, 4, 1, -1, 5, 2, -1, -1]);
  expect(numbers(feeds, TIME_MAJOR.present)).toEqual([1, 1, 1, 1, 0, 1, 1, 0, 0]);
  expect(numbers(feeds, TIME_MAJOR.back)).toEqual([0, 3, 6, 1, 2, 5]);
  expect(numbers(feeds, TIME_MAJOR.first)).toEqual([0, 3, 4]);
  expect(numbers(feeds, TIME_MAJOR.last)).toEqual([2, 3, 5]);
});

test("sentences without words point behind the last word, and there is always a step", () => {
  expect(numbers(feedTimeMajor(batchOf(0, 2)), TIME_MAJOR.first)).toEqual([2, 0]);
  const empty = feedTimeMajor([]);
  expect(empty[TIME_MAJOR.present]!.shape).toEqual([1, 1]);
  expect(numbers(empty, TIME_MAJOR.present)).toEqual([0]);
});
