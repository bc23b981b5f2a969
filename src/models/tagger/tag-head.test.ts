import { describe, expect, test } from "vitest";
import { expectClose } from "../../../test/graph/check-case.ts";
import { evaluate, input, inputsOf, ParameterStore } from "../../graph/index.ts";
import { Random } from "../../random.ts";
import { labelSet } from "../label-set.ts";
import { type TagHeadOptions, tagHead } from "./tag-head.ts";
import { tagSet } from "./tag-set.ts";
import { FORBIDDEN, learnedTransitions, legalTransitions } from "./transitions.ts";

function scoresOf(
  options: TagHeadOptions,
  weights: Readonly<Record<string, readonly number[]>>,
  x: number[],
) {
  const parameters = new ParameterStore({ seed: 1 });
  const node = tagHead({ dim: 2, tags: 3 }, options).build(
    { parameters, training: false },
    input("words", ["words", 2]),
  );
  for (const [name, values] of Object.entries(weights)) parameters.get(name).values.set(values);
  expect([...parameters.names()].sort()).toEqual(Object.keys(weights).sort());
  const stored = Object.keys(weights).map((name) => {
    const { values, shape } = parameters.get(name);
    return [name, { data: values, shape }] as const;
  });
  const [scores] = evaluate([node], {
    words: { data: x, shape: [x.length / 2, 2] },
    ...Object.fromEntries(stored),
  });
  return scores!.data;
}

test("a linear layer: W x + b", () => {
  const weights = { "head.tag.weight": [1, 0, 0, 1, 1, 1], "head.tag.bias": [0, 10, 20] };
  // x = (2, 3): 2, 3 + 10, 5 + 20.
  expectClose(scoresOf({}, weights, [2, 3]), [2, 13, 25], 1e-6);
});

test("by angles: three corners of a triangle, 120° apart", () => {
  // k = 3: W₁ = (1, 1)/√2; h = (√2, √2) lies on it with length 2, so the others score 2·cos 120° = −1.
  const weights = { "head.tag.weight": [1, 0, 0, 1], "head.tag.bias": [0, 0] };
  expectClose(scoresOf({ angles: true }, weights, [Math.SQRT2, Math.SQRT2]), [2, -1, -1], 1e-6);
});

test("with a layer in between: W tanh(V x)", () => {
  const weights = {
    "head.hidden.weight": [1, 1],
    "head.hidden.bias": [0],
    "head.tag.weight": [1, 2, 3],
    "head.tag.bias": [0, 0, 1],
  };
  const t = Math.tanh(0.5);
  expectClose(scoresOf({ hidden: 1 }, weights, [0.2, 0.3]), [t, 2 * t, 3 * t + 1], 1e-6);
});

describe("dropout", () => {
  const head = tagHead({ dim: 4, tags: 3 }, { dropout: 0.5, hidden: 6 });

  test("is fed for what a training graph asks for, and only there", () => {
    const words = input("words", ["words", 4]);
    const asked = (training: boolean) =>
      inputsOf({
        outputs: { scores: head.build({ parameters: new ParameterStore({ seed: 1 }), training }, words) },
      })
        .map(({ name }) => name)
        .filter((name) => name.startsWith("head.dropout"));
    expect(asked(false)).toEqual([]);
    const feeds = head.feed({ words: 500 }, new Random(1));
    expect(asked(true).sort()).toEqual(Object.keys(feeds).sort());
    expect(feeds["head.dropout.hidden"]!.shape).toEqual([500, 6]);
    expect(head.feed({ words: 500 })).toEqual({});
  });

  test("drops about half and doubles the rest", () => {
    const mask = head.feed({ words: 500 }, new Random(1))["head.dropout.words"]!.data as Float32Array;
    expect(new Set(mask)).toEqual(new Set([0, 2]));
    // 2000 draws: five standard deviations are 5·√500 = 112.
    expect(Math.abs(mask.filter((value) => value === 0).length - 1000)).toBeLessThan(112);
  });
});

test("what the scheme forbids is put out of reach, the rest is as learned", () => {
  const parameters = new ParameterStore({ seed: 1 });
  const set = tagSet(labelSet(["X"]), { scheme: "iob2" });
  const learned = learnedTransitions({ parameters, training: false }, 3);
  for (const name of ["head.transitions", "head.start", "head.end"]) parameters.get(name).values.fill(0.5);
  const { transitions, start, end } = legalTransitions(learned, set);
  const stored = ["head.transitions", "head.start", "head.end"].map((name) => {
    const { values, shape } = parameters.get(name);
    return [name, { data: values, shape }] as const;
  });
  const [t, s, e] = evaluate([transitions, start, end], Object.fromEntries(stored));
  const never = FORBIDDEN + 0.5;
  // O, B, I: an inside tag comes neither first nor after O.
  expect([...t!.data]).toEqual([0.5, 0.5, never, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]);
  expect([...s!.data]).toEqual([0.5, 0.5, never]);
  expect([...e!.data]).toEqual([0.5, 0.5, 0.5]);
});
