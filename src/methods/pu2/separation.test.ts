import fc from "fast-check";
import { expect, test } from "vitest";
import { separation } from "./separation.ts";

test("by hand", () => {
  const of = (values: readonly number[], flags: readonly number[]) =>
    separation([Float32Array.from(values)], [Uint8Array.from(flags)]);
  expect(of([1, 2, 8, 9], [1, 1, 0, 0])).toBe(1);
  expect(of([1, 2, 8, 9], [0, 0, 1, 1])).toBe(0);
  // Pairs (1, 2) and (3, 2): one of two.
  expect(of([1, 2, 3], [1, 0, 1])).toBe(0.5);
  expect(of([4, 4, 4], [1, 0, 0])).toBe(0.5);
  expect(of([1, 2], [1, 1])).toBe(0.5);
});

test("is the share of pairs in the right order", () => {
  const word = fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 1 }));
  fc.assert(
    fc.property(fc.array(fc.array(word, { maxLength: 8 }), { minLength: 1, maxLength: 5 }), (given) => {
      const words = given.flat();
      const inside = words.filter(([, flag]) => flag === 1);
      const outside = words.filter(([, flag]) => flag === 0);
      fc.pre(inside.length > 0 && outside.length > 0);
      let won = 0;
      for (const [a] of inside) for (const [b] of outside) won += a < b ? 1 : a === b ? 0.5 : 0;
      const found = separation(
        given.map((own) => Float32Array.from(own, ([value]) => value)),
        given.map((own) => Uint8Array.from(own, ([, flag]) => flag)),
      );
      expect(found).toBeCloseTo(won / (inside.length * outside.length), 12);
    }),
    { seed: 3 },
  );
});
