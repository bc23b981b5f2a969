import { describe, expect, test } from "vitest";
import { expectClose } from "../../test/graph/check-case.ts";
import { readOracle } from "../../test/graph/crf-oracle.ts";
import { expectLossOracle } from "../../test/graph/loss-oracle.ts";
import { div, evaluate, input, type Node, slice, squeeze, transpose, unsqueeze } from "../graph/index.ts";
import { binderLoss, binderObjective } from "./binder-loss.ts";

type Kind = "start" | "end" | "span";
type Inputs = {
  readonly tokens: number;
  readonly types: number;
  readonly start_sim: number[][];
  readonly end_sim: number[][];
  readonly span_sim: number[][][];
  readonly tau: Record<Kind, number>;
  readonly candidate_starts: number[];
  readonly candidate_ends: number[];
  readonly candidate_spans: [number, number][];
  readonly gold: [type: number, start: number, end: number][];
  readonly weights: Record<Kind, number>;
  readonly beta: number;
};
type Expected = Record<"loss" | `${Kind}_entity` | `${Kind}_threshold`, number> & {
  readonly grad_start_sim: number[][];
  readonly grad_end_sim: number[][];
  readonly grad_span_sim: number[][][];
  readonly grad_tau: Record<Kind, number>;
};

const tensor = (data: readonly number[], shape: readonly number[]) => ({
  data: [...data],
  shape: [...shape],
});

const rows = {
  members: input("members", ["sentences", "longest"], "int64"),
  present: input("present", ["sentences", "longest"], "bool"),
  back: input("back", ["rows"], "int64"),
};
const annotations = {
  places: input("places", ["annotations", 2], "int64"),
  weights: input("weights", ["annotations"]),
};

/** One sentence whose words are rows. */
function oneSentence(words: number) {
  return {
    members: input("members", [1, words], "int64"),
    present: input("present", [1, words], "bool"),
    back: input("back", [words], "int64"),
  };
}

function feedRows(words: number) {
  const all = Array.from({ length: words }, (_, i) => i);
  return {
    members: tensor(all, [1, words]),
    present: tensor(
      all.map(() => 1),
      [1, words],
    ),
    back: tensor(all, [words]),
  };
}

describe("binder oracle", () => {
  for (const { name, inputs, expected } of readOracle<Inputs, Expected>("binder").cases) {
    test(name, async () => {
      const { tokens: n, types, gold, weights, beta } = inputs;
      const words = oneSentence(n);
      const tau = {
        start: input("tau.start", []),
        end: input("tau.end", []),
        span: input("tau.span", []),
      };
      const sims = {
        start: input("start", [types, n + 1]),
        end: input("end", [types, n + 1]),
        span: input("span", [types, n + 1, n + 1]),
      };
      const scored = {
        start: unsqueeze(transpose(div(sims.start, tau.start), [1, 0]), 0),
        end: unsqueeze(transpose(div(sims.end, tau.end), [1, 0]), 0),
        // Last words are slots and first words rows.
        span: transpose(div(sims.span, tau.span), [2, 1, 0]),
      };
      const one = (x: Node) => slice(x, 1, 0, 1);
      const thresholds = {
        start: squeeze(one(scored.start), 1),
        end: squeeze(one(scored.end), 1),
        span: squeeze(one(slice(scored.span, 0, 0, 1)), 1),
      };
      const inText = {
        start: slice(scored.start, 1, 1),
        end: slice(scored.end, 1, 1),
        span: slice(slice(scored.span, 0, 1), 1, 1),
      };
      const terms = Object.fromEntries(
        (["start", "end", "span"] as const).map((kind) => {
          const scores = inText[kind];
          const slots = scores.shape[0] as number;
          const objective = {
            scores,
            candidates: input(`${kind}.candidates`, [slots, n], "bool"),
            thresholds: thresholds[kind],
            gold: input(`${kind}.gold`, ["annotations", 3], "int64"),
          };
          return [kind, binderObjective(objective, annotations, words)];
        }),
      ) as Record<Kind, ReturnType<typeof binderObjective>>;
      const loss = binderLoss(terms, { weights, beta });

      const padded = gold.length > 0 ? gold : ([[0, 1, 1]] as const);
      const count = padded.length;
      const candidates = (cells: readonly (readonly [slot: number, row: number])[], slots: number) => {
        const data = new Array<number>(slots * n).fill(0);
        for (const [slot, row] of cells) data[slot * n + row] = 1;
        return tensor(data, [slots, n]);
      };
      const feeds = {
        start: tensor(inputs.start_sim.flat(), [types, n + 1]),
        end: tensor(inputs.end_sim.flat(), [types, n + 1]),
        span: tensor(inputs.span_sim.flat(2), [types, n + 1, n + 1]),
        "tau.start": tensor([inputs.tau.start], []),
        "tau.end": tensor([inputs.tau.end], []),
        "tau.span": tensor([inputs.tau.span], []),
        "start.candidates": candidates(
          inputs.candidate_starts.map((i) => [0, i - 1]),
          1,
        ),
        "end.candidates": candidates(
          inputs.candidate_ends.map((j) => [0, j - 1]),
          1,
        ),
        "span.candidates": candidates(
          inputs.candidate_spans.map(([i, j]) => [j - 1, i - 1]),
          n,
        ),
        "start.gold": tensor(
          padded.flatMap(([type, start]) => [0, start - 1, type]),
          [count, 3],
        ),
        "end.gold": tensor(
          padded.flatMap(([type, , end]) => [0, end - 1, type]),
          [count, 3],
        ),
        "span.gold": tensor(
          padded.flatMap(([type, start, end]) => [end - 1, start - 1, type]),
          [count, 3],
        ),
        places: tensor(
          padded.flatMap(([type]) => [0, type]),
          [count, 2],
        ),
        weights: tensor(
          padded.map(() => (gold.length > 0 ? 1 : 0)),
          [count],
        ),
        ...feedRows(n),
      };
      const int64 = ["start.gold", "end.gold", "span.gold", "places", "members", "back"];
      const bool = ["start.candidates", "end.candidates", "span.candidates", "present"];
      await expectLossOracle({
        values: {
          loss: [loss, [expected.loss]],
          ...Object.fromEntries(
            (["start", "end", "span"] as const).flatMap((kind) => [
              [`${kind} entity`, [terms[kind].entity, [expected[`${kind}_entity`]]]],
              [`${kind} threshold`, [terms[kind].threshold, [expected[`${kind}_threshold`]]]],
            ]),
          ),
        },
        loss,
        slopes: {
          start: [sims.start, expected.grad_start_sim.flat()],
          end: [sims.end, expected.grad_end_sim.flat()],
          span: [sims.span, expected.grad_span_sim.flat(2)],
          "tau.start": [tau.start, [expected.grad_tau.start]],
          "tau.end": [tau.end, [expected.grad_tau.end]],
          "tau.span": [tau.span, [expected.grad_tau.span]],
        },
        feeds,
        dtypes: {
          ...Object.fromEntries(int64.map((key) => [key, "int64" as const])),
          ...Object.fromEntries(bool.map((key) => [key, "bool" as const])),
        },
      });
    });
  }
});

describe("two sentences", () => {
  // Rows 0 and 2 belong to the first sentence, row 1 to the second and row 3 to none. One type, one slot.
  const scores = input("scores", [1, "rows", 1]);
  const objective = {
    scores,
    candidates: input("candidates", [1, "rows"], "bool"),
    thresholds: input("thresholds", ["sentences", 1]),
    gold: input("gold", ["annotations", 3], "int64"),
  };
  const known = input("known", ["sentences", 1]);
  const feeds = {
    scores: tensor([Math.log(3), Math.log(2), Math.log(5), 100], [1, 4, 1]),
    candidates: tensor([1, 1, 1, 0], [1, 4]),
    thresholds: tensor([0, Math.log(4)], [2, 1]),
    gold: tensor([0, 0, 0], [1, 3]),
    places: tensor([0, 0], [1, 2]),
    weights: tensor([1], [1]),
    members: tensor([0, 2, 1, -1], [2, 2]),
    present: tensor([1, 1, 1, 0], [2, 2]),
    back: tensor([0, 2, 1, -1], [4]),
  };

  test("each has its own denominators", () => {
    // Row 0 is annotated: its negatives are row 2 and the threshold, e^0 = 1. Entity: −ln 3/(3 + 5 + 1) = ln 3.
    // Thresholds: −ln 1/(5 + 1) = ln 6, and −ln 4/(2 + 4) = ln 1.5. Their mean is ln 9 / 2 = ln 3.
    const { entity, threshold } = binderObjective(objective, annotations, rows);
    const [first, second] = evaluate([entity, threshold], feeds);
    expectClose([first!.data[0]!, second!.data[0]!], [Math.log(3), Math.log(3)], 1e-9);
  });

  test("sets no threshold where nothing is known of the type", () => {
    const { threshold } = binderObjective(objective, annotations, rows, known);
    const at = (mask: readonly number[]) =>
      evaluate([threshold], { ...feeds, known: tensor(mask, [2, 1]) })[0]!.data[0]!;
    expect(at([1, 0])).toBeCloseTo(Math.log(6), 9);
    expect(at([0, 1])).toBeCloseTo(Math.log(1.5), 9);
    expect(at([0, 0])).toBe(0);
  });
});
