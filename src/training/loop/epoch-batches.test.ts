import { expect, test } from "vitest";
import { epochBatches } from "./epoch-batches.ts";

const prepared = Array.from({ length: 60 }, () => ({ cost: 1 }));
const sizes = (batches: readonly (readonly number[])[]) => batches.map(({ length }) => length);

test("batches grow over epochs, and any epoch can be asked for first", () => {
  // Limits 4, 8, 16, 32 in the first epoch; 64, so all, in the second; 20 at most in the third.
  const grown = epochBatches(prepared, { pool: 1 }, 1, { from: 4, factor: 2 });
  expect(sizes(grown.batches(1))).toEqual([60]);
  expect(sizes(grown.batches(0))).toEqual([4, 8, 16, 32]);
  expect([grown.steps(0), grown.steps(1), grown.steps(2)]).toEqual([4, 1, 1]);
  const limited = epochBatches(prepared, { cost: 20, pool: 1 }, 1, { from: 4, factor: 2 });
  expect([0, 1].map((epoch) => sizes(limited.batches(epoch)))).toEqual([
    [4, 8, 16, 20, 12],
    [20, 20, 20],
  ]);
});

test("without growth, epochs differ in order alone", () => {
  const even = epochBatches(prepared, { cost: 25, pool: 1 }, 1);
  expect([0, 1].map((epoch) => sizes(even.batches(epoch)))).toEqual([
    [25, 25, 10],
    [25, 25, 10],
  ]);
  expect(even.batches(0)).not.toEqual(even.batches(1));
});
