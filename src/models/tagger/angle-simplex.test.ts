import { describe, expect, test } from "vitest";
import { expectClose, tensors } from "../../../test/graph/check-case.ts";
import { readOracle } from "../../../test/graph/crf-oracle.ts";
import { argmax, evaluate, gradient, input, mul, reduceSum, Session } from "../../graph/index.ts";
import { angleScores, simplexCorners } from "./angle-simplex.ts";

type Inputs = { readonly k: number; readonly h: number[][]; readonly G: number[][] };
type Expected = {
  readonly W: number[][];
  readonly f: number[][];
  readonly argmax: (number | null)[];
  readonly grad_h_of_sum_G_f: number[][];
};

describe("simplex oracle", () => {
  for (const { name, inputs, expected } of readOracle<Inputs, Expected>("simplex").cases) {
    test(name, async () => {
      expectClose(simplexCorners(inputs.k), expected.W.flat(), 1e-12, "W");
      const h = input("h", ["rows", inputs.k - 1]);
      const weights = input("G", ["rows", inputs.k]);
      const f = angleScores(h);
      const [slope] = gradient(reduceSum(mul(f, weights)), [h]);
      const feeds = {
        h: { data: inputs.h.flat(), shape: [inputs.h.length, inputs.k - 1] },
        G: { data: inputs.G.flat(), shape: [inputs.h.length, inputs.k] },
      };
      const outputs = { f, slope: slope!, best: argmax(f) };
      const [scores, slopes, best] = evaluate(Object.values(outputs), feeds);
      expectClose(scores!.data, expected.f.flat(), 1e-9, "f");
      expectClose(slopes!.data, expected.grad_h_of_sum_G_f.flat(), 1e-9, "slope");
      expected.argmax.forEach((wanted, row) => {
        if (wanted !== null) expect(best!.data[row]).toBe(wanted);
      });
      const session = await Session.compile({ outputs, threads: 1 });
      const compiled = await session.run(tensors(feeds));
      expectClose(compiled.f!.data as Float32Array, expected.f.flat(), 1e-4, "compiled f");
      expectClose(
        compiled.slope!.data as Float32Array,
        expected.grad_h_of_sum_G_f.flat(),
        1e-4,
        "compiled slope",
      );
      await session.dispose();
    });
  }
});

test("corners are unit vectors, equally far apart, around the origin", () => {
  for (const k of [2, 3, 7, 20]) {
    const corners = simplexCorners(k);
    const row = (i: number) => corners.subarray(i * (k - 1), (i + 1) * (k - 1));
    const dot = (i: number, j: number) => row(i).reduce((sum, value, at) => sum + value * row(j)[at]!, 0);
    for (let i = 0; i < k; i++) {
      for (let j = 0; j < k; j++) expect(dot(i, j)).toBeCloseTo(i === j ? 1 : -1 / (k - 1), 12);
    }
    for (let at = 0; at < k - 1; at++) {
      expect(Array.from({ length: k }, (_, i) => row(i)[at]!).reduce((a, b) => a + b)).toBeCloseTo(0, 12);
    }
  }
});

test("one class makes no simplex", () => {
  expect(() => simplexCorners(1)).toThrow("a simplex needs two classes or more, got 1");
});
