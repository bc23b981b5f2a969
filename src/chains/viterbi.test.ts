import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ChainInputs, readOracle } from "../../test/graph/crf-oracle.ts";
import { Random } from "../random.ts";
import { viterbi } from "./viterbi.ts";

type Expected = { readonly viterbi_path: number[]; readonly viterbi_score: number };

describe("crf oracle", () => {
  for (const { name, inputs, expected } of readOracle<ChainInputs, Expected>("crf").cases) {
    test(name, () => {
      const best = viterbi({
        emissions: inputs.emissions.flat(),
        transitions: inputs.transitions.flat(),
        start: inputs.start ?? undefined,
        end: inputs.end ?? undefined,
        words: inputs.emissions.length,
        tags: inputs.transitions.length,
      });
      expect(best.path).toEqual(expected.viterbi_path);
      expect(best.score).toBeCloseTo(expected.viterbi_score, 9);
    });
  }
});

test("a detour over a worse tag pays when the transition is good enough", () => {
  // 0→0 scores 1+0+1 = 2; 0→1 scores 1+3+0 = 4; 1→1 scores 0+0+0 = 0; 1→0 scores 0+0+1 = 1.
  const best = viterbi({ emissions: [1, 0, 1, 0], transitions: [0, 3, 0, 0], words: 2, tags: 2 });
  expect(best).toEqual({ path: [0, 1], score: 4 });
});

test("no words, no path", () => {
  expect(viterbi({ emissions: [], transitions: [0], words: 0, tags: 1 })).toEqual({ path: [], score: 0 });
});

test("no sequence scores better", () => {
  const shape = fc.record({
    words: fc.integer({ min: 1, max: 5 }),
    tags: fc.integer({ min: 1, max: 3 }),
    seed: fc.nat(),
  });
  fc.assert(
    fc.property(shape, ({ words, tags, seed }) => {
      const random = new Random(seed);
      const draw = (length: number) => Array.from({ length }, () => random.normal());
      const [emissions, transitions, start, end] = [
        draw(words * tags),
        draw(tags * tags),
        draw(tags),
        draw(tags),
      ];
      const scoreOf = (path: readonly number[]) =>
        path.reduce(
          (sum, tag, i) =>
            sum +
            emissions[i * tags + tag]! +
            (i === 0 ? start[tag]! : transitions[path[i - 1]! * tags + tag]!),
          end[path.at(-1)!]!,
        );
      const best = viterbi({ emissions, transitions, start, end, words, tags });
      expect(scoreOf(best.path)).toBeCloseTo(best.score, 9);
      for (let code = 0; code < tags ** words; code++) {
        const path = Array.from({ length: words }, (_, i) => Math.floor(code / tags ** i) % tags);
        expect(scoreOf(path)).toBeLessThanOrEqual(best.score + 1e-9);
      }
    }),
    { numRuns: 50, seed: 3 },
  );
});
