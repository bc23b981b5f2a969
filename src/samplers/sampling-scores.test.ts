import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  expectedEntities,
  hardness,
  nonEntityScore,
  samplingDistribution,
  samplingLogits,
  samplingScore,
  samplingTemperature,
  uncertainty,
} from "./sampling-scores.ts";

interface Case {
  readonly name: string;
  readonly inputs: {
    readonly mu: number;
    readonly C: number;
    readonly c: number;
    readonly scores?: number[][];
  };
  readonly expected: Readonly<Record<"u" | "v" | "r" | "logits" | "e", number[]>> & {
    z: number[][];
    T: number;
  };
}

const { cases } = JSON.parse(readFileSync("test/fixtures/oracles/wns_sampling.public.json", "utf8")) as {
  cases: Case[];
};

function expectClose(got: ArrayLike<number>, wanted: readonly number[]): void {
  expect(got.length).toBe(wanted.length);
  for (const [i, value] of wanted.entries()) expect(Math.abs(got[i]! - value)).toBeLessThan(1e-12);
}

describe("oracle", () => {
  const scored = cases.filter(({ inputs }) => inputs.scores !== undefined);
  expect(scored.length).toBeGreaterThanOrEqual(6);
  for (const { name, inputs, expected } of scored) {
    test(name, () => {
      const z = expected.z.flat();
      const classes = expected.z[0]!.length;
      const spans = expected.z.map((_, span) => span);
      const u = spans.map((span) => uncertainty(z, classes, span));
      const v = spans.map((span) => nonEntityScore(z, classes, span));
      expectClose(u, expected.u);
      expectClose(v, expected.v);
      expectClose(
        spans.map((i) => samplingScore(u[i]!, v[i]!, inputs.mu)),
        expected.r,
      );
      expect(samplingTemperature(inputs.c, inputs.C)).toBeCloseTo(expected.T, 12);
      const options = { shape: "softmax", epoch: inputs.c, epochs: inputs.C, power: inputs.mu } as const;
      const logits = samplingLogits(z, classes, options);
      expectClose(logits, expected.logits);
      expectClose(samplingDistribution(logits), expected.e);
    });
  }
});

test("by hand: two classes at a half each, and a likely entity", () => {
  const z = [0.5, 0.5, 0.25, 0.75];
  // u = ln 2; v = 0. u = −(¼ ln ¼ + ¾ ln ¾) = 0.562335; v = ¼ − ¾ = −½, so r = u · 2⁻⁸ = 0.00219662.
  expect(uncertainty(z, 2, 0)).toBeCloseTo(Math.LN2, 12);
  expect(nonEntityScore(z, 2, 0)).toBe(0);
  expect(uncertainty(z, 2, 1)).toBeCloseTo(0.562335, 6);
  expect(samplingScore(uncertainty(z, 2, 1), nonEntityScore(z, 2, 1), 8)).toBeCloseTo(0.00219662, 8);
});

test("shapes: how much rarer the likely entity is drawn than the undecided span", () => {
  const z = [0.5, 0.5, 0.25, 0.75];
  const ratio = (shape: "softmax" | "power" | "safe", epoch: number) => {
    const [hard, entity] = samplingDistribution(samplingLogits(z, 2, { shape, epoch, epochs: 4 }));
    return hard! / entity!;
  };
  // T = √(4 − 3) = 1: exp(0.693147 − 0.00219662) = 1.99561
  expect(ratio("softmax", 3)).toBeCloseTo(1.99561, 5);
  // (0.693147 + 0.001) / (0.00219662 + 0.001) = 217.150; with T = √4 = 2 its root, 14.736
  expect(ratio("power", 3)).toBeCloseTo(217.15, 1);
  expect(ratio("power", 0)).toBeCloseTo(14.736, 3);
  // (½)⁸ = 1/256, whatever the epoch
  expect(ratio("safe", 3)).toBeCloseTo(256, 9);
  expect(ratio("safe", 0)).toBeCloseTo(256, 9);
});

test("probabilities 0 and 1 give no NaN", () => {
  const sure = [1, 0, 0, 1];
  expect([...samplingLogits(sure, 2, { shape: "softmax", epoch: 0, epochs: 1 })]).toEqual([0, 0]);
  expect([...samplingLogits(sure, 2, { shape: "safe", epoch: 0, epochs: 1 })]).toEqual([0, -Infinity]);
  const [a, b] = samplingLogits(sure, 2, { shape: "power", epoch: 0, epochs: 1 });
  expect([a, b]).toEqual([Math.log(1e-3), Math.log(1e-3)]);
});

test("epochs are counted from 0", () => {
  expect(samplingTemperature(0, 9)).toBe(3);
  expect(() => samplingTemperature(9, 9)).toThrow("epoch 9 of 9");
});

test("cautious prefers hard spans among those that are probably O", () => {
  // z = (0.9, 0.1): u = −(0.9 ln 0.9 + 0.1 ln 0.1) = 0.32508, 0.9⁸ = 0.43047, e = 0.32608 · 0.43047 = 0.14037.
  // z = (0.5, 0.5): u = ln 2, 0.5⁸ = 0.00391, e = 0.69415 · 0.00391 = 0.00271: at the border, where missed entities lie.
  // z = (1, 0): u = 0, e = ε: easy.
  const logits = samplingLogits([0.9, 0.1, 0.5, 0.5, 1, 0, 0, 1], 2, {
    shape: "cautious",
    epoch: 0,
    epochs: 1,
  });
  expect(Math.exp(logits[0]!)).toBeCloseTo(0.14037, 5);
  expect(Math.exp(logits[1]!)).toBeCloseTo(0.00271, 5);
  expect(Math.exp(logits[2]!)).toBeCloseTo(0.001, 9);
  expect(logits[3]).toBe(-Infinity);
  const sure = samplingLogits([0.9, 0.1, 0.5, 0.5, 1, 0], 2, { shape: "sure", epoch: 0, epochs: 1 });
  expect(Array.from(sure, Math.exp)).toEqual([0.9 ** 8, 0.5 ** 8, 1].map((e) => expect.closeTo(e, 9)));
});

test("balanced is cautious where few entities are missing, and nearly sure where most are", () => {
  const z = [0.9, 0.1, 0.5, 0.5, 1, 0];
  const at = { epoch: 0, epochs: 1 } as const;
  const balanced = (a: number) => samplingLogits(z, 2, { shape: "balanced", hardness: a, ...at });
  expect(balanced(1)).toEqual(samplingLogits(z, 2, { shape: "cautious", ...at }));
  expect(balanced(0)).toEqual(samplingLogits(z, 2, { shape: "sure", ...at }));
  // a = ½: √0.32608 · 0.43047 = 0.24581, √0.69415 · 0.00391 = 0.00325, √0.001 = 0.03162.
  expect(Array.from(balanced(0.5), Math.exp)).toEqual(
    [0.24581, 0.00325, 0.03162].map((e) => expect.closeTo(e, 4)),
  );
});

test("hard spans are preferred the less, the more the model expects beside what is labelled", () => {
  // Σ (1 − z_O) = 0.1 + 0.5 + 0.75.
  expect(expectedEntities([0.9, 0.1, 0, 0.5, 0.25, 0.25, 0.25, 0.5, 0.25], 3)).toBeCloseTo(1.35, 12);
  expect(expectedEntities([], 3)).toBe(0);
  expect([0, 5, 20].map((expected) => hardness(expected, 10))).toEqual([1, 1, 1]);
  // Nine of ten missing: 2 · 10 / 90.
  expect(hardness(90, 10)).toBeCloseTo(2 / 9, 12);
  expect(hardness(3, 0)).toBe(0);
});
