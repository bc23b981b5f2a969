import { describe, expect, test } from "vitest";
import { readOracle } from "../../../test/graph/crf-oracle.ts";
import { labelSet } from "../label-set.ts";
import { type BinderOutputs, decodeBinder } from "./decode.ts";

type Inputs = {
  readonly tokens: number;
  readonly types: number;
  readonly start_sim: number[][];
  readonly end_sim: number[][];
  readonly span_sim: number[][][];
  readonly candidate_spans: [number, number][];
};
type Triple = [type: number, start: number, end: number];
type Expected = {
  readonly predicted_spans_before_overlap_removal: Triple[];
  readonly predicted_joint: Triple[];
};

/** One sentence of an oracle, whose index 0 is `[CLS]`. */
function outputsOf(
  { tokens: n, types, start_sim, end_sim, span_sim, candidate_spans }: Inputs,
  isJoint: boolean,
): BinderOutputs {
  const spans = new Float32Array(n * n * types);
  for (let d = 0; d < n; d++) {
    for (let i = 0; i + d < n; i++) {
      for (let k = 0; k < types; k++) {
        // Pieces inside words begin or end no candidate; a model of words has none of them.
        const isCandidate = candidate_spans.some(([start, end]) => start === i + 1 && end === i + d + 1);
        spans[(d * n + i) * types + k] = isCandidate ? span_sim[k]![i + 1]![i + d + 1]! : -Infinity;
      }
    }
  }
  const words = (sim: number[][]) =>
    Float32Array.from({ length: n * types }, (_, at) => sim[at % types]![Math.floor(at / types) + 1]!);
  const whole = (sim: number[][]) => Float32Array.from(sim, (row) => row[0]!);
  return {
    spans,
    spanThresholds: Float32Array.from(span_sim, (grid) => grid[0]![0]!),
    rows: n,
    maxWidth: n,
    ...(isJoint && {
      joint: {
        starts: words(start_sim),
        startThresholds: whole(start_sim),
        ends: words(end_sim),
        endThresholds: whole(end_sim),
      },
    }),
  };
}

describe("binder oracle", () => {
  for (const { name, inputs, expected } of readOracle<Inputs, Expected>("binder").cases) {
    test(name, () => {
      const labels = labelSet(Array.from({ length: inputs.types }, (_, k) => `type ${k}`));
      const asTriples = (isJoint: boolean) =>
        decodeBinder(outputsOf(inputs, isJoint), [inputs.tokens], labels, { mode: "nested" })[0]!
          .map(({ label, start, end }) => [labels.classOf(label)! - 1, start + 1, end] as Triple)
          .sort();
      expect(asTriples(false)).toEqual([...expected.predicted_spans_before_overlap_removal].sort());
      expect(asTriples(true)).toEqual([...expected.predicted_joint].sort());
    });
  }
});

describe("two sentences of three and two words", () => {
  const labels = labelSet(["A", "B"]);
  // Lines are widths 1 and 2, rows the five words and one empty one. Everything is below its threshold of 0 but:
  const rows = 6;
  const spans = new Float32Array(2 * rows * 2).fill(-1);
  const set = (d: number, row: number, k: number, value: number) => {
    spans[(d * rows + row) * 2 + k] = value;
  };
  set(0, 0, 0, 2); // word 0 as A
  set(1, 0, 0, 3); // words 0–1 as A
  set(1, 0, 1, 3); // … and as B, just as similar
  set(1, 1, 1, 2.5); // words 1–2 as B, which crosses 0–1
  set(1, 2, 0, 9); // crosses the border of the sentences
  set(0, 4, 1, 0); // level with the threshold: no entity
  set(0, 3, 1, Math.log(3)); // σ(ln 3) = ¾
  const outputs = { spans, spanThresholds: new Float32Array(4), rows, maxWidth: 2 };
  const texts = (options: Parameters<typeof decodeBinder>[3]) =>
    decodeBinder(outputs, [3, 2], labels, options).map((found) =>
      found.map(({ start, end, label }) => `${start}-${end} ${label}`),
    );

  test("flat: the most similar first, of equals the first label; borders hold", () => {
    expect(texts({ mode: "flat" })).toEqual([["0-2 A"], ["0-1 B"]]);
  });

  test("nested keeps all, several types of one span included", () => {
    expect(texts({ mode: "nested" })).toEqual([["0-2 A", "0-2 B", "0-1 A", "1-3 B"], ["0-1 B"]]);
    expect(texts({ mode: "nested", crossing: false })).toEqual([["0-2 A", "0-2 B", "0-1 A"], ["0-1 B"]]);
  });

  test("scores are σ of the distance from the threshold, and may have to reach one", () => {
    expect(decodeBinder(outputs, [3, 2], labels)[1]![0]!.score).toBeCloseTo(0.75, 6);
    expect(texts({ threshold: 0.8 })).toEqual([["0-2 A"], []]);
  });
});
