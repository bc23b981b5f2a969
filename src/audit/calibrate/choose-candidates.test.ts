import fc from "fast-check";
import { expect, test } from "vitest";
import { sentence } from "../../../test/support/models/tiny-task.ts";
import { overlaps } from "../../data/index.ts";
import type { Candidate } from "../predict/predictions.ts";
import { chooseCandidates, contradicts, isNested } from "./choose-candidates.ts";

const candidate = (start: number, end: number, label: string, score: number): Candidate => ({
  start,
  end,
  label,
  score,
});
const plain = (chosen: ReturnType<typeof chooseCandidates>) =>
  chosen.map(({ start, end, label, state }) => [start, end, label, state]);

test("the surest of those that exclude each other, then none that contradicts a label", () => {
  const own = sentence("a b c d e", [[0, 2, "LOC"]], { completeness: "partial" });
  const candidates = [
    candidate(0, 2, "LOC", 0.5),
    candidate(1, 3, "LOC", 0.6),
    candidate(3, 4, "PER", 0.4),
    candidate(3, 4, "LOC", 0.3),
    candidate(3, 5, "PER", 0.2),
  ];
  // [1, 3) beats the labelled span without looking at labels, which then deny it.
  const all = chooseCandidates(own, 7, candidates, { nested: false });
  expect(plain(all)).toEqual([
    [1, 3, "LOC", "denied"],
    [3, 4, "PER", "free"],
  ]);
  // It lies on a label all the same; the other one does not.
  expect(all.map(({ isOnLabel }) => isOnLabel)).toEqual([true, false]);
  const [first, second] = chooseCandidates(own, 7, candidates.toSpliced(1, 1), { nested: false });
  expect(first).toMatchObject({ sentence: 7, state: "labelled", isComplete: false, isOnLabel: true });
  expect(second).toMatchObject({ label: "PER", state: "free", isSecond: false });
});

test("the choice is the same whatever is labelled", () => {
  const span = fc.tuple(fc.nat(6), fc.integer({ min: 1, max: 3 }), fc.constantFrom("A", "B"), fc.nat(20));
  fc.assert(
    fc.property(fc.array(span, { maxLength: 12 }), fc.nat(11), (drawn, which) => {
      const candidates = drawn.map(([start, width, label, score]) =>
        candidate(start, start + width, label, score / 20),
      );
      const bare = chooseCandidates(sentence("a b c d e f g h i j"), 0, candidates, { nested: false });
      for (const [i, a] of bare.entries()) {
        expect(bare.slice(i + 1).some((b) => overlaps(a, b))).toBe(false);
      }
      const picked = bare[which % Math.max(1, bare.length)];
      if (picked === undefined) return;
      const { start, end, label } = picked;
      const labelled = sentence("a b c d e f g h i j", [[start, end, label]]);
      const again = chooseCandidates(labelled, 0, candidates, { nested: false });
      const places = (list: typeof bare) => list.map((own) => `${own.start} ${own.end} ${own.label}`);
      expect(places(again)).toEqual(places(bare));
      expect(again.filter(({ state }) => state === "labelled").map((own) => own.start)).toEqual([start]);
    }),
  );
});

test("words known to be outside are no entity; completeness is by label", () => {
  const own = sentence("a b c", [], { completeness: { complete: ["PER"] }, outside: [2] });
  const candidates = [candidate(0, 1, "PER", 0.9), candidate(1, 2, "LOC", 0.8), candidate(2, 3, "LOC", 0.7)];
  const chosen = chooseCandidates(own, 0, candidates, { nested: false });
  expect(chosen.map(({ label, isComplete }) => [label, isComplete])).toEqual([
    ["PER", true],
    ["LOC", false],
  ]);
});

test("nested data keeps what lies within, but one label for a span", () => {
  const own = sentence("Bank of England said", [[0, 3, "ORG"]], { completeness: "partial" });
  const candidates = [
    candidate(0, 3, "ORG", 0.9),
    candidate(2, 3, "LOC", 0.8),
    candidate(2, 3, "ORG", 0.3),
    candidate(2, 4, "PER", 0.2),
  ];
  const chosen = chooseCandidates(own, 0, candidates, { nested: true });
  expect(plain(chosen)).toEqual([
    [0, 3, "ORG", "labelled"],
    [2, 3, "LOC", "free"],
  ]);
  // What lies within a better one says nothing about the share of labels.
  expect(chosen.map(({ isSecond, isOnLabel }) => [isSecond, isOnLabel])).toEqual([
    [false, true],
    [true, undefined],
  ]);
  const surer = [candidate(1, 3, "ORG", 0.95), candidate(0, 1, "LOC", 0.93)];
  // Beside a label of its own type it is taken for a variant of that; beside one of another type, nobody knows.
  const inside = chooseCandidates(own, 0, surer, { nested: true });
  expect(inside.map(({ state, isSecond, isOnLabel }) => [state, isSecond, isOnLabel])).toEqual([
    ["free", true, true],
    ["free", true, undefined],
  ]);
  expect(isNested([own])).toBe(false);
  expect(
    isNested([
      sentence("a b", [[0, 2, "X"]]),
      sentence("a b", [
        [0, 2, "X"],
        [1, 2, "Y"],
      ]),
    ]),
  ).toBe(true);
  const [outer, inner, across] = [
    { start: 0, end: 3, label: "A" },
    { start: 1, end: 2, label: "B" },
    { start: 2, end: 4, label: "C" },
  ];
  expect([contradicts(outer, inner, true), contradicts(outer, inner, false)]).toEqual([false, true]);
  expect([contradicts(outer, across, true), contradicts(inner, across, true)]).toEqual([true, false]);
});
