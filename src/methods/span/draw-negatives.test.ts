import { expect, test } from "vitest";
import { sentence } from "../../../test/support/models/tiny-task.ts";
import { type Completeness, spanKey } from "../../data/index.ts";
import { Random } from "../../random.ts";
import { candidateSpans } from "../../samplers/index.ts";
import { drawNegatives, readsProbabilities } from "./draw-negatives.ts";
import { type SamplerOptions, samplerOptions } from "./sampler-options.ts";

// 10 words and spans of up to 3: 10 + 9 + 8 = 27, two of them labelled: 25 candidates.
const own = sentence("a b c d e f g h i j", [
  [0, 2, "PER"],
  [4, 5, "LOC"],
]);
const candidates = candidateSpans(own, 3);

const sources: readonly Completeness[] = ["complete", "partial", { complete: ["PER"] }];

function draw(
  given: object,
  completeness: Completeness = "complete",
  at: Partial<Parameters<typeof place>[0]> = {},
) {
  const sampler = samplerOptions.parse(given);
  const { epoch, epochs, seed, number } = place(at);
  const drawn = { sentence: number, candidates, completeness, probabilities: even() };
  return drawNegatives(sampler, drawn, { stage: 0, epoch, epochs, random: new Random(seed) }, 7);
}

function place({ epoch = 0, epochs = 4, seed = 1, number = 0 }) {
  return { epoch, epochs, seed, number };
}

/** The same for every candidate: half O, a quarter each of two entities. */
function even(): Float32Array {
  return Float32Array.from({ length: candidates.count * 3 }, (_, i) => (i % 3 === 0 ? 0.5 : 0.25));
}

const keys = (spans: readonly { start: number; end: number }[]) => spans.map(spanKey);

test("all: every candidate, whatever the sentence says of itself", () => {
  const every = Array.from({ length: 25 }, (_, i) => candidates.at(i));
  for (const completeness of sources) expect(draw({ kind: "all" }, completeness)).toEqual(every);
  expect(keys(every)).not.toContain("0:2");
  expect(keys(every)).not.toContain("4:5");
});

test.each(["uniform", "weighted"])("%s: ⌈λn⌉ different candidates, by the rate of their source", (kind) => {
  const counts = (rate: unknown) => sources.map((completeness) => draw({ kind, rate }, completeness).length);
  // ⌈0.35 · 10⌉ = 4, the rate of the papers.
  expect(sources.map((completeness) => draw({ kind }, completeness).length)).toEqual([4, 4, 4]);
  expect(counts(0.5)).toEqual([5, 5, 5]);
  // ⌈1.2 · 10⌉ = 12 and ⌈0.11 · 10⌉ = 2; what is complete for some labels counts as complete by default.
  expect(counts({ complete: 1.2, partial: 0.11 })).toEqual([12, 2, 12]);
  expect(counts({ complete: 1.2, partial: 0.11, listed: 0.7 })).toEqual([12, 2, 7]);
  expect(counts({ complete: 0, partial: 9 })).toEqual([0, 25, 0]);
  const drawn = keys(draw({ kind, rate: 2 }));
  expect(new Set(drawn).size).toBe(20);
  const all = new Set(keys(Array.from({ length: 25 }, (_, i) => candidates.at(i))));
  expect(drawn.every((key) => all.has(key))).toBe(true);
});

test("half: its share is by source too, and the draw is of the sentence and the seed, not of the batch", () => {
  const counts = (share: unknown) =>
    sources.map((completeness) => draw({ kind: "fraction", fraction: share }, completeness).length);
  // ⌈25 / 2⌉ = 13, ⌈25 · 0.2⌉ = 5, ⌈25 · 0.04⌉ = 1
  expect(sources.map((completeness) => draw({ kind: "fraction" }, completeness).length)).toEqual([
    13, 13, 13,
  ]);
  expect(counts({ complete: 1, partial: 0.2 })).toEqual([25, 5, 25]);
  expect(counts({ complete: 1, partial: 0.2, listed: 0.04 })).toEqual([25, 5, 1]);

  const once = draw({ kind: "fraction" });
  expect(draw({ kind: "fraction" }, "complete", { seed: 99, epoch: 3 })).toEqual(once);
  expect(draw({ kind: "fraction" }, "complete", { number: 1 })).not.toEqual(once);
  const anew = (epoch: number) => draw({ kind: "fraction", resample: "epoch" }, "complete", { epoch });
  expect(anew(1)).toEqual(anew(1));
  expect(anew(1)).not.toEqual(anew(2));
});

test("weighted: what is surely an entity is drawn last, and the temperature is that of the epoch", () => {
  const sampler = samplerOptions.parse({ kind: "weighted", shape: "safe", rate: 2.2 });
  // Candidates 0 … 2 are entities with probability 1; "safe" never draws these: 22 wanted of 25, all others come.
  const probabilities = even();
  for (let i = 0; i < 3; i++) probabilities.set([0, 1, 0], 3 * i);
  const drawn = drawNegatives(
    sampler,
    { sentence: 0, candidates, completeness: "complete", probabilities },
    { stage: 0, epoch: 0, epochs: 1, random: new Random(1) },
    7,
  );
  expect(drawn).toEqual(Array.from({ length: 22 }, (_, i) => candidates.at(i + 3)));
  // An epoch that is not one of the run's has no temperature √(C − c).
  expect(() => draw({ kind: "weighted" }, "complete", { epoch: 4, epochs: 4 })).toThrow(RangeError);
});

test('weighted: the chance of a candidate is (r + ε)^(1/T) for the shape "power"', () => {
  const sampler = samplerOptions.parse({
    kind: "weighted",
    shape: "power",
    rate: 0.1,
    power: 1,
    epsilon: 0.1,
  });
  // One draw of 25. Candidate 3 has z = (½, ½, 0): u = ln 2, v = 0, r = ln 2. The others are sure: r = 0.
  // In the last epoch T = 1: e = (ln 2 + 0.1) / (ln 2 + 0.1 + 24 · 0.1) = 0.793 / 3.193 = 0.2484.
  // In the first of four T = 2: √0.793 / (√0.793 + 24 √0.1) = 0.8906 / 8.480 = 0.1050.
  const probabilities = Float32Array.from({ length: 75 }, (_, i) => (i % 3 === 0 ? 1 : 0));
  probabilities.set([0.5, 0.5, 0], 9);
  const share = (epoch: number) => {
    const random = new Random(5);
    let hits = 0;
    for (let i = 0; i < 4000; i++) {
      const [span] = drawNegatives(
        sampler,
        { sentence: 0, candidates, completeness: "complete", probabilities },
        { stage: 0, epoch, epochs: 4, random },
        7,
      );
      if (spanKey(span!) === spanKey(candidates.at(3))) hits++;
    }
    return hits / 4000;
  };
  // Four standard deviations: 4 √(p (1 − p) / 4000) ≤ 0.028.
  expect(Math.abs(share(3) - 0.2484)).toBeLessThan(0.028);
  expect(Math.abs(share(0) - 0.105)).toBeLessThan(0.02);
});

test("only the weighted sampler asks for probabilities, and does not do without", () => {
  const asks = (kind: SamplerOptions["kind"]) => readsProbabilities(samplerOptions.parse({ kind }));
  expect([asks("all"), asks("uniform"), asks("fraction"), asks("weighted")]).toEqual([
    false,
    false,
    false,
    true,
  ]);
  expect(() =>
    drawNegatives(
      samplerOptions.parse({ kind: "weighted" }),
      { sentence: 0, candidates, completeness: "complete" },
      { stage: 0, epoch: 0, epochs: 1, random: new Random(1) },
      7,
    ),
  ).toThrow("probabilities");
});
