import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ChainInputs, readOracle } from "../../test/graph/crf-oracle.ts";
import { Random } from "../random.ts";
import { chainMarginals } from "./chain-marginals.ts";
import { chainTransitions, scoreTransitions } from "./chain-transitions.ts";
import { logRecursions } from "./log-recursions.ts";
import { scaledRecursions } from "./scaled-recursions.ts";

describe("crf oracle", () => {
  for (const { name, inputs, expected } of readOracle<ChainInputs, { log_partition: number }>("crf").cases) {
    test(name, () => {
      const scored = scoreTransitions(chainTransitions(inputs.transitions.length), {
        transitions: inputs.transitions.flat(),
        start: inputs.start ?? undefined,
        end: inputs.end ?? undefined,
      });
      const words = inputs.emissions.length;
      const { logPartition } = chainMarginals(scored)({ emissions: inputs.emissions.flat(), row: 0, words });
      expect(logPartition).toBeCloseTo(expected.log_partition, 9);
    });
  }
});

test("two words of two tags by hand", () => {
  // Scores: 00 → 0 + 0, 01 → ln 2, 10 → ln 3, 11 impossible. Z = 1 + 2 + 3 = 6.
  const scored = scoreTransitions(chainTransitions(2, { isLegal: (from, to) => from === 0 || to === 0 }), {
    transitions: [0, Math.log(2), Math.log(3), 0],
  });
  const marginals = chainMarginals(scored)({ emissions: [0, 0, 0, 0], row: 0, words: 2 });
  expect(marginals.logPartition).toBeCloseTo(Math.log(6), 12);
  expect(marginals.tag(0, 0)).toBeCloseTo(3 / 6, 12);
  expect(marginals.tag(1, 1)).toBeCloseTo(2 / 6, 12);
  // The first word has tag 0 and tag 1 does not follow: only 00.
  expect(marginals.segment([0, 0], 0, 1, (_, to) => to === 1)).toBeCloseTo(1 / 6, 12);
});

/** Every tag sequence. */
function paths(words: number, tags: number): number[][] {
  if (words === 0) return [[]];
  return paths(words - 1, tags).flatMap((path) => Array.from({ length: tags }, (_, tag) => [...path, tag]));
}

test("equal to enumeration, for scores near and far apart, of a sentence in the middle of a batch", () => {
  const shape = fc.record({
    words: fc.integer({ min: 1, max: 5 }),
    tags: fc.integer({ min: 1, max: 3 }),
    scale: fc.constantFrom(1, 30, 2000),
    seed: fc.nat(),
  });
  fc.assert(
    fc.property(shape, ({ words, tags, scale, seed }) => {
      const random = new Random(seed);
      const draw = (length: number) => Array.from({ length }, () => scale * random.normal());
      const legal = Array.from({ length: tags * tags }, (_, i) => i < tags || random.below(3) > 0);
      const isLegal = (from: number, to: number) => to === 0 || legal[from * tags + to]!;
      const row = random.below(3);
      const [emissions, transitions, start, end] = [
        draw((row + words + 1) * tags),
        draw(tags * tags),
        draw(tags),
        draw(tags),
      ];
      const scoreOf = (path: readonly number[]) =>
        path.reduce((sum, tag, i) => {
          const own = emissions[(row + i) * tags + tag]!;
          if (i === 0) return sum + own + start[tag]!;
          const before = path[i - 1]!;
          return sum + own + (isLegal(before, tag) ? transitions[before * tags + tag]! : -Infinity);
        }, end[path.at(-1)!]!);
      const all = paths(words, tags).map((path) => ({ path, score: scoreOf(path) }));
      const top = Math.max(...all.map(({ score }) => score));
      const mass = (isCounted: (path: readonly number[]) => boolean) =>
        all.reduce((sum, { path, score }) => sum + (isCounted(path) ? Math.exp(score - top) : 0), 0);
      const total = mass(() => true);

      const scored = scoreTransitions(chainTransitions(tags, { isLegal }), { transitions, start, end });
      const marginals = chainMarginals(scored)({ emissions, row, words });
      expect(marginals.logPartition / (top + Math.log(total))).toBeCloseTo(1, 9);
      for (let word = 0; word < words; word++) {
        for (let tag = 0; tag < tags; tag++) {
          expect(marginals.tag(word, tag)).toBeCloseTo(mass((path) => path[word] === tag) / total, 7);
        }
      }
      const first = random.below(words);
      const after = first + 1 + random.below(words - first);
      const { path } = all[random.below(all.length)]!;
      const isContinued = (from: number, to: number) => (from + to) % 2 === 1;
      const agrees = (other: readonly number[]) =>
        path.every((tag, i) => i < first || i >= after || other[i] === tag);
      const leaves = (other: readonly number[]) =>
        after === words || !isContinued(path[after - 1]!, other[after]!);
      const begins = (other: readonly number[]) =>
        first === 0 || !isContinued(other[first - 1]!, path[first]!);
      expect(marginals.segment(path, first, after)).toBeCloseTo(mass(agrees) / total, 7);
      expect(marginals.segment(path, first, after, isContinued)).toBeCloseTo(
        mass((other) => agrees(other) && leaves(other) && begins(other)) / total,
        7,
      );
    }),
    { numRuns: 200, seed: 5 },
  );
});

test("only allowed tags count", () => {
  const marginals = chainMarginals(scoreTransitions(chainTransitions(2)));
  // The first word must have tag 1; the second is free, and tag 0 is three times as likely.
  const sentence = { emissions: [5, 0, Math.log(3), 0], row: 0, words: 2, allowed: [0, 1, 1, 1] };
  const found = marginals(sentence);
  expect(found.tag(0, 1)).toBe(1);
  expect(found.tag(1, 0)).toBeCloseTo(0.75, 12);
  expect(found.logPartition).toBeCloseTo(Math.log(4), 12);
});

test.each([
  [500, 20],
  [40, 400],
])(
  "%i words and 200 tags, half of the transitions impossible, scores %i apart: probabilities add up",
  (words, scale) => {
    const tags = 200;
    const random = new Random(8);
    const emissions = Float32Array.from({ length: words * tags }, () => scale * random.normal());
    const transitions = Float32Array.from({ length: tags * tags }, () => random.normal());
    const legal = Uint8Array.from({ length: tags * tags }, () => random.below(2));
    const rules = { isLegal: (from: number, to: number) => legal[from * tags + to] === 1 };
    const scored = scoreTransitions(chainTransitions(tags, rules), { transitions });
    // The first is done with scaled numbers, the second is too wide for that.
    const scaled = scaledRecursions(scored)(Float64Array.from(emissions), words);
    expect(scaled !== undefined).toBe(scale === 20);
    const marginals = chainMarginals(scored)({ emissions, row: 0, words });
    for (let word = 0; word < words; word++) {
      let sum = 0;
      for (let tag = 0; tag < tags; tag++) sum += marginals.tag(word, tag);
      // log Z is near 5·10⁴, where doubles are 7·10⁻¹² apart.
      expect(sum).toBeCloseTo(1, 7);
    }
  },
);

test("scaled numbers give what logarithms give", () => {
  const [words, tags] = [30, 7];
  const random = new Random(4);
  const draw = (length: number) => Float64Array.from({ length }, () => 15 * random.normal());
  const rules = {
    isLegal: (from: number, to: number) => (from * 3 + to) % 4 !== 0,
    mayStart: (tag: number) => tag !== 2,
    mayEnd: (tag: number) => tag !== 3,
  };
  const scores = { transitions: draw(tags * tags), start: draw(tags), end: draw(tags) };
  const scored = scoreTransitions(chainTransitions(tags, rules), scores);
  const emissions = draw(words * tags);
  const [fast, slow] = [scaledRecursions(scored)(emissions, words)!, logRecursions(scored)(emissions, words)];
  expect(fast.logPartition).toBeCloseTo(slow.logPartition, 8);
  for (let word = 0; word < words; word++) {
    for (let tag = 0; tag < tags; tag++) {
      for (const side of ["alpha", "beta"] as const) {
        const [own, other] = [fast[side](word, tag), slow[side](word, tag)];
        if (other === -Infinity) expect(own).toBe(-Infinity);
        else expect(own).toBeCloseTo(other, 8);
      }
    }
  }
});

test("scores too far apart for scaled numbers are left to logarithms", () => {
  const scored = scoreTransitions(chainTransitions(2));
  expect(scaledRecursions(scored)(Float64Array.of(0, -570), 1)).toBeDefined();
  expect(scaledRecursions(scored)(Float64Array.of(0, -580), 1)).toBeUndefined();
  // What is not allowed is not small but nothing.
  expect(scaledRecursions(scored)(Float64Array.of(0, -Infinity), 1)).toBeDefined();
  const apart = scoreTransitions(chainTransitions(2), { transitions: [0, 0, -101, 0] });
  expect(scaledRecursions(apart)(Float64Array.of(0, 0), 1)).toBeUndefined();
  // Tag 1 falls 600 behind and gains 700: it must win all the same.
  const found = chainMarginals(
    scoreTransitions(chainTransitions(2), { transitions: [0, -10000, -10000, 0] }),
  );
  expect(found({ emissions: [600, 0, 0, 700], row: 0, words: 2 }).tag(0, 1)).toBeCloseTo(1, 12);
});

test("a sentence without words", () => {
  expect(
    chainMarginals(scoreTransitions(chainTransitions(2)))({ emissions: [], row: 0, words: 0 }).logPartition,
  ).toBe(0);
});
