import fc from "fast-check";
import { expect, test } from "vitest";
import { Random } from "../random.ts";
import { assignSplits, splitGroup } from "./assign-splits.ts";

const shares = [
  { name: "train", share: 0.8 },
  { name: "dev", share: 0.1 },
  { name: "test", share: 0.1 },
];

function count(assigned: Map<string, string>, sizes: Map<string, number>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [group, name] of assigned) counts.set(name, (counts.get(name) ?? 0) + sizes.get(group)!);
  return counts;
}

test("single sentences are dealt exactly by share", () => {
  const sizes = new Map(Array.from({ length: 1000 }, (_, i) => [`#${i}`, 1]));
  const counts = count(assignSplits(sizes, shares, new Random(1)), sizes);
  expect(Object.fromEntries(counts)).toEqual({ train: 800, dev: 100, test: 100 });
});

test("the seed decides who goes where", () => {
  const sizes = new Map(Array.from({ length: 100 }, (_, i) => [`#${i}`, 1]));
  expect(assignSplits(sizes, shares, new Random(1))).toEqual(assignSplits(sizes, shares, new Random(1)));
  expect(assignSplits(sizes, shares, new Random(1))).not.toEqual(assignSplits(sizes, shares, new Random(2)));
});

test("no split ends further off its share than the largest document", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 60 }),
      fc.nat(),
      (docs, seed) => {
        const sizes = new Map(docs.map((size, i) => [`doc${i}`, size]));
        const total = docs.reduce((a, b) => a + b, 0);
        const counts = count(assignSplits(sizes, shares, new Random(seed)), sizes);
        for (const { name, share } of shares) {
          expect(counts.get(name) ?? 0).toBeLessThanOrEqual(share * total + Math.max(...docs));
        }
      },
    ),
  );
});

test("a document is one group, the same name in another file another", () => {
  const base = { tokens: ["a"], entities: [], completeness: "complete" } as const;
  const a = splitGroup({ ...base, source: "x", doc: "1" }, 0);
  expect(splitGroup({ ...base, source: "x", doc: "1" }, 7)).toBe(a);
  expect(splitGroup({ ...base, source: "y", doc: "1" }, 0)).not.toBe(a);
  expect(splitGroup({ ...base, source: "x" }, 0)).not.toBe(splitGroup({ ...base, source: "x" }, 1));
});
