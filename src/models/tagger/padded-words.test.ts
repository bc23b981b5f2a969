import { expect, test } from "vitest";
import { quietSession } from "../../../test/support/models/tiny-task.ts";
import { evaluate, gradient, input, mul, reduceSum, Session, type Tensors } from "../../graph/index.ts";
import { feedPaddedWords, PADDED, paddedShape, paddedWords, padRows } from "./padded-words.ts";

test("sentences of two and three words stand one below the other, zeros after the shorter", () => {
  const rows = input("rows", ["words", 2]);
  const { pad, mask } = paddedWords();
  const [padded, present] = evaluate([pad(rows), mask], {
    ...feedPaddedWords([2, 3]),
    rows: { data: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], shape: [5, 2] },
  });
  expect(padded!.shape).toEqual([2, 3, 2]);
  expect([...padded!.data]).toEqual([1, 2, 3, 4, 0, 0, 5, 6, 7, 8, 9, 10]);
  expect([...present!.data]).toEqual([1, 1, 0, 1, 1, 1]);
});

test("compiled: each word gets back the slope of its place", async () => {
  const [rows, factors] = [input("rows", ["words", 1]), input("factors", [...PADDED, 1])];
  const padded = paddedWords().pad(rows);
  const [slope] = gradient(reduceSum(mul(padded, factors)), [rows]);
  const session = await Session.compile({ ...quietSession, outputs: { padded, slope: slope! } });
  const found = await session.run({
    ...pick(feedPaddedWords([1, 3]), ["padded.places", "padded.back"]),
    rows: { data: Float32Array.of(1, 2, 3, 4), shape: [4, 1] },
    factors: { data: Float32Array.of(10, 20, 30, 40, 50, 60), shape: [2, 3, 1] },
  });
  await session.dispose();
  expect([...found.padded!.data]).toEqual([1, 0, 0, 2, 3, 4]);
  expect([...found.slope!.data]).toEqual([10, 40, 50, 60]);
});

const pick = (feeds: Tensors, names: readonly string[]): Tensors =>
  Object.fromEntries(names.map((name) => [name, feeds[name]!]));

test("numbers of words are laid out alike", () => {
  expect([...padRows([[4], [5, 6, 7]], -1)]).toEqual([4, -1, -1, 5, 6, 7]);
  expect(paddedShape([1, 3])).toEqual([2, 3]);
  expect(() => feedPaddedWords([2, 0])).toThrow(/without words/);
});
