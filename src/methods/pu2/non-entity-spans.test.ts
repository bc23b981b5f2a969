import fc from "fast-check";
import { expect, test } from "vitest";
import { spanKey } from "../../data/index.ts";
import { Random } from "../../random.ts";
import { nonEntitySpans } from "./non-entity-spans.ts";

test("every span of free words is drawn as often as any other", () => {
  // Free: 0 1 . 3 4 5, at most 2 words: 0 1 01 | 3 4 5 34 45. One draw: ⌈0.1 · 6⌉ = 1.
  const random = new Random(1);
  const counts = new Map<string, number>();
  for (let i = 0; i < 8000; i++) {
    const drawn = nonEntitySpans([1, 1, 0, 1, 1, 1], { rate: 0.1, maxWidth: 2 }, random);
    expect(drawn).toHaveLength(1);
    const key = spanKey(drawn[0]!);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  expect([...counts.keys()].sort()).toEqual(["0:1", "0:2", "1:2", "3:4", "3:5", "4:5", "4:6", "5:6"]);
  // 1000 expected of each; the standard deviation is √(8000 · 1/8 · 7/8) ≈ 30.
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(120);
});

test("as many as asked for, or as many as there is room for", () => {
  const draw = (free: number[], rate: number, maxWidth = 1) =>
    nonEntitySpans(free, { rate, maxWidth }, new Random(3)).length;
  expect(draw([1, 1, 1, 1, 1, 1, 1, 1, 1, 1], 0)).toBe(0);
  // 0.3 · 10 is 3, and ⌈0.25 · 10⌉ as well.
  expect(draw([1, 1, 1, 1, 1, 1, 1, 1, 1, 1], 0.3)).toBe(3);
  expect(draw([1, 1, 1, 1, 1, 1, 1, 1, 1, 1], 0.25)).toBe(3);
  // Words that are not free count for the length of the sentence.
  expect(draw([0, 0, 0, 0, 0, 0, 0, 0, 1, 0], 0.3)).toBe(1);
  expect(draw([0, 0], 1)).toBe(0);
  expect(draw([], 1)).toBe(0);
});

test("spans keep apart, within the width, on free words, in order; the same seed draws the same", () => {
  const sentence = fc.record({
    free: fc.array(fc.integer({ min: 0, max: 1 }), { maxLength: 40 }),
    rate: fc.double({ min: 0, max: 1, noNaN: true }),
    maxWidth: fc.integer({ min: 1, max: 8 }),
    seed: fc.nat(),
  });
  fc.assert(
    fc.property(sentence, ({ free, seed, ...options }) => {
      const drawn = nonEntitySpans(free, options, new Random(seed));
      let done = 0;
      for (const { start, end } of drawn) {
        expect(start).toBeGreaterThanOrEqual(done);
        expect(end - start).toBeGreaterThanOrEqual(1);
        expect(end - start).toBeLessThanOrEqual(options.maxWidth);
        expect(free.slice(start, end)).not.toContain(0);
        done = end;
      }
      const wanted = Math.ceil(options.rate * free.length - 1e-9);
      const covered = drawn.reduce((sum, { start, end }) => sum + end - start, 0);
      // Fewer only when no free word is left.
      if (drawn.length < wanted) expect(covered).toBe(free.filter((flag) => flag === 1).length);
      else expect(drawn).toHaveLength(wanted);
      expect(nonEntitySpans(free, options, new Random(seed))).toEqual(drawn);
    }),
    { seed: 1 },
  );
});
