import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { spanKey } from "../data/span.ts";
import { Random } from "../random.ts";
import { candidateSpans } from "./candidate-spans.ts";
import { gumbelTopK } from "./gumbel-top-k.ts";
import { type WeightedNegativesOptions, weightedNegatives } from "./weighted-negatives.ts";

interface Case {
  readonly name: string;
  readonly inputs: {
    readonly mu: number;
    readonly C: number;
    readonly c: number;
    readonly logits?: number[];
  };
  readonly expected: {
    readonly logits?: number[];
    readonly z?: number[][];
    readonly inclusion_k3?: number[];
    readonly subsets_k3?: [number[], number][];
  };
}

const { cases } = JSON.parse(readFileSync("test/fixtures/oracles/wns_sampling.public.json", "utf8")) as {
  cases: Case[];
};
const runs = 40_000;

/** Within 4.5 deviations of a binomial count, and a little for the rarest: about one false alarm in 100,000 checks. */
function expectFrequency(count: number, chance: number, what: string): void {
  const allowed = 4.5 * Math.sqrt(runs * chance * (1 - chance)) + 1;
  expect(Math.abs(count - runs * chance), what).toBeLessThan(allowed);
}

describe("oracle: how often each candidate and each triple is drawn", () => {
  const drawable = cases.filter(({ expected }) => expected.inclusion_k3 !== undefined);
  expect(drawable.length).toBeGreaterThanOrEqual(7);
  for (const { name, inputs, expected } of drawable) {
    test(name, () => {
      const logits = inputs.logits ?? expected.logits!;
      const random = new Random(11).fork(name);
      const alone = logits.map(() => 0);
      const together = new Map<string, number>();
      for (let run = 0; run < runs; run++) {
        const drawn = gumbelTopK(logits, 3, random);
        for (const place of drawn) alone[place]!++;
        together.set(drawn.join(), (together.get(drawn.join()) ?? 0) + 1);
      }
      for (const [i, chance] of expected.inclusion_k3!.entries()) expectFrequency(alone[i]!, chance, `${i}`);
      for (const [subset, chance] of expected.subsets_k3!) {
        expectFrequency(together.get(subset.join()) ?? 0, chance, subset.join());
      }
    });
  }
});

describe("oracle: whole sampler, from probabilities to spans", () => {
  for (const { name, inputs, expected } of cases.filter((c) => c.expected.z?.length === 6)) {
    test(name, () => {
      // 3 words have 6 spans, none annotated; rate 1 draws 3 of them.
      const candidates = candidateSpans({ tokens: ["a", "b", "c"], entities: [] }, 3);
      const keys = ["0:1", "0:2", "0:3", "1:2", "1:3", "2:3"];
      const z = Float32Array.from(expected.z!.flat());
      const options = {
        shape: "softmax",
        rate: 1,
        epoch: inputs.c,
        epochs: inputs.C,
        power: inputs.mu,
      } as const;
      const random = new Random(12).fork(name);
      const counts = new Map<string, number>();
      for (let run = 0; run < runs; run++) {
        for (const span of weightedNegatives(candidates, z, options, random)) {
          counts.set(spanKey(span), (counts.get(spanKey(span)) ?? 0) + 1);
        }
      }
      for (const [i, chance] of expected.inclusion_k3!.entries()) {
        expectFrequency(counts.get(keys[i]!) ?? 0, chance, keys[i]!);
      }
    });
  }
});

/** Three words, spans of one word: the first is surely O, the second undecided, the third a likely entity. */
const single = candidateSpans({ tokens: ["a", "b", "c"], entities: [] }, 1);
const probabilities = Float32Array.of(0.99, 0.01, 0.5, 0.5, 0.01, 0.99);
const last = { rate: 0.3, epoch: 0, epochs: 1 }; // ⌈0.9⌉ = 1 draw, T = 1

test("the printed shape draws a likely entity about as often as an easy negative, the others hardly ever", () => {
  const share = (shape: WeightedNegativesOptions["shape"]) => {
    const random = new Random(13);
    let entities = 0;
    for (let run = 0; run < runs; run++) {
      const [span] = weightedNegatives(single, probabilities, { ...last, shape }, random);
      if (span!.start === 2) entities++;
    }
    return entities;
  };
  // u = 0.056002 (sure), 0.693147 (undecided). softmax: e ∝ e^0.056 = 1.0576, 2, 1 → 1/4.0576.
  expectFrequency(share("softmax"), 1 / 4.0576, "softmax");
  // power: e ∝ 0.057002, 0.694147, 0.001 → 0.001/0.752149
  expectFrequency(share("power"), 0.001 / 0.752149, "power");
  // safe: e ∝ 1, 1, 0.02⁸ = 2.6e-14
  expect(share("safe")).toBe(0);
});

test("a candidate without a chance is never drawn, even when there are too few others", () => {
  const sure = Float32Array.of(1, 0, 0, 1, 0, 1);
  const options = { ...last, rate: 1, shape: "safe" } as const;
  expect(weightedNegatives(single, sure, options, new Random(0)).map(spanKey)).toEqual(["0:1"]);
  expect([...gumbelTopK([-Infinity, 0, -Infinity], 3, new Random(0))]).toEqual([1]);
});

test("draws everything when asked for more than there is, and nothing when asked for none", () => {
  const options = { ...last, shape: "softmax" } as const;
  expect(weightedNegatives(single, probabilities, { ...options, rate: 9 }, new Random(0))).toHaveLength(3);
  expect(weightedNegatives(single, probabilities, { ...options, rate: 0 }, new Random(0))).toEqual([]);
});

test("the same seed gives the same spans", () => {
  const draw = () => weightedNegatives(single, probabilities, { ...last, shape: "power" }, new Random(99));
  expect(draw()).toEqual(draw());
});

test("refuses scores that do not fit", () => {
  const options = { ...last, shape: "power" } as const;
  expect(() => weightedNegatives(single, new Float32Array(7), options, new Random(0))).toThrow("do not fit");
  expect(() => gumbelTopK([0, Number.NaN], 1, new Random(0))).toThrow("logit 1 is not a number");
});
