import { expect, test } from "vitest";
import { checkCase } from "../../test/graph/check-case.ts";
import { evaluate, input, sigmoid } from "../graph/index.ts";
import { puRisk } from "./pu-risk.ts";

const column = (data: readonly number[]) => ({ data: [...data], shape: [data.length, 1] });

/** The risk of one type. */
function risk(words: {
  readonly p: readonly number[];
  readonly positive: readonly number[];
  readonly negative?: readonly number[];
  readonly prior: number;
  readonly gamma: number;
}): number {
  const { p, positive, negative = p.map(() => 0), prior, gamma } = words;
  const node = (name: string) => input(name, ["words", 1]);
  const masks = {
    positive: node("positive"),
    unlabelled: node("unlabelled"),
    negative: node("negative"),
  };
  const [found] = evaluate([puRisk(node("p"), masks, input("prior", [1]), gamma)], {
    p: column(p),
    positive: column(positive),
    unlabelled: column(p.map((_, i) => (positive[i] || negative[i] ? 0 : 1))),
    negative: column(negative),
    prior: { data: [prior], shape: [1] },
  });
  return Number(found!.data[0]);
}

test("one type by hand", () => {
  // R_p⁺ = 0.2, R_p⁻ = 0.8, R_u⁻ = (0.5 + 0.1) / 2 = 0.3: 2 · 0.25 · 0.2 + (0.3 − 0.25 · 0.8) = 0.2
  expect(risk({ p: [0.8, 0.5, 0.1], positive: [1, 0, 0], prior: 0.25, gamma: 2 })).toBeCloseTo(0.2, 6);
});

test("never below 0: what the unlabelled words have less than the prior says is no gain", () => {
  // R_u⁻ − π R_p⁻ = 0.1 − 0.5 · 0.8 < 0
  expect(risk({ p: [0.8, 0.1, 0.1], positive: [1, 0, 0], prior: 0.5, gamma: 2 })).toBeCloseTo(0.2, 6);
});

test("words known to be negative count as such, in proportion", () => {
  // Half of the rest is known: 0.1 + ½ · (0.5 − 0.25 · 0.8) + ½ · 0.1 = 0.3
  const known = { p: [0.8, 0.5, 0.1], positive: [1, 0, 0], negative: [0, 0, 1], prior: 0.25, gamma: 2 };
  expect(risk(known)).toBeCloseTo(0.1 + 0.15 + 0.05, 6);
  // Nothing labelled: only that the others are negative.
  expect(risk({ p: [0.5, 0.1], positive: [0, 0], prior: 0.25, gamma: 2 })).toBeCloseTo(0.3, 6);
});

test("gradients by central differences", () =>
  checkCase("pu risk", {
    inputs: {
      scores: { shape: [4, 2] },
      positive: { shape: [4, 2], values: [1, 0, 0, 0, 0, 1, 0, 0], fixed: true },
      unlabelled: { shape: [4, 2], values: [0, 1, 1, 1, 1, 0, 0, 0], fixed: true },
      negative: { shape: [4, 2], values: [0, 0, 0, 0, 0, 0, 1, 1], fixed: true },
      prior: { shape: [2], values: [0.3, 0.1], fixed: true },
    },
    build: ({ scores, positive, unlabelled, negative, prior }) =>
      puRisk(
        sigmoid(scores!),
        { positive: positive!, unlabelled: unlabelled!, negative: negative! },
        prior!,
        3,
      ),
  }));
