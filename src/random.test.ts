import { expect, test } from "vitest";
import { Random } from "./random.ts";

test("the same seed gives the same numbers, and another seed others", () => {
  const draw = (seed: number) => {
    const random = new Random(seed);
    return [random.uint32(), random.uint32(), random.uint32()];
  };
  expect(draw(7)).toEqual(draw(7));
  expect(draw(7)).not.toEqual(draw(8));
  expect(draw(2 ** 40)).not.toEqual(draw(0));
});

test("follows xoshiro128** from a known state", () => {
  // From state (1, 2, 3, 4) the reference C code gives rotl(2·5, 7)·9 = 1280·9 = 11520 first, then 0:
  // after one step s1 = 2 ^ (3 ^ 1) = 0, and rotl(0, 7) = 0.
  const random = new Random([1, 2, 3, 4]);
  expect([random.uint32(), random.uint32(), random.uint32()]).toEqual([11520, 0, 5927040]);
});

test("goes on exactly where a stored state left off", () => {
  const random = new Random(3);
  random.normal();
  const later = new Random(random.state());
  expect([random.uniform(), random.below(10)]).toEqual([later.uniform(), later.below(10)]);
});

test("is uniform: each of 10 cells gets a tenth of 100,000 draws within 3 %", () => {
  const random = new Random(1);
  const cells = new Array<number>(10).fill(0);
  for (let i = 0; i < 100_000; i++) cells[random.below(10)]!++;
  // sd of a cell is √(100000·0.1·0.9) ≈ 95; 300 is more than three of them.
  for (const count of cells) expect(Math.abs(count - 10_000)).toBeLessThan(300);
});

test("normal numbers have mean 0 and variance 1", () => {
  const random = new Random(2);
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < 100_000; i++) {
    const x = random.normal();
    sum += x;
    squares += x * x;
  }
  // Standard errors: 0.0032 for the mean and 0.0045 for the variance.
  expect(Math.abs(sum / 100_000)).toBeLessThan(0.013);
  expect(Math.abs(squares / 100_000 - 1)).toBeLessThan(0.018);
});

test("shuffling keeps every item", () => {
  const items = Array.from({ length: 50 }, (_, i) => i);
  const shuffled = new Random(5).shuffled(items);
  expect(shuffled).not.toEqual(items);
  expect(shuffled.toSorted((a, b) => a - b)).toEqual(items);
});
