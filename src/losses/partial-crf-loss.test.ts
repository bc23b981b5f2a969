import { describe, expect, test } from "vitest";
import {
  type ChainGradients,
  type ChainInputs,
  chainOf,
  expectOracle,
  readOracle,
} from "../../test/graph/crf-oracle.ts";
import { chainLogPartition, viterbi } from "../chains/index.ts";
import { input } from "../graph/index.ts";
import { partialCrfLoss } from "./partial-crf-loss.ts";

type Inputs = ChainInputs & { readonly allowed: number[][] };
type Expected = ChainGradients & {
  readonly log_compatible: number;
  readonly log_partition: number;
  readonly nll: number;
  readonly best_compatible_path: number[];
  readonly best_compatible_score: number;
};

describe("partial crf oracle", () => {
  for (const { name, inputs, expected } of readOracle<Inputs, Expected>("crf_partial").cases) {
    const tags = inputs.transitions.length;
    const words = inputs.emissions.length;
    const flags = inputs.allowed.flatMap((set) =>
      Array.from({ length: tags }, (_, tag) => Number(set.includes(tag))),
    );

    test(name, async () => {
      const { nodes, feeds } = chainOf(inputs);
      const allowed = input("allowed", ["batch", "words", tags], "bool");
      const loss = partialCrfLoss(nodes, allowed);
      const values = {
        compatible: [chainLogPartition(nodes, allowed), expected.log_compatible],
        partition: [chainLogPartition(nodes), expected.log_partition],
        nll: [loss, expected.nll],
      } as const;
      const all = { ...feeds, allowed: { data: flags, shape: [1, words, tags] } };
      await expectOracle(values, loss, nodes, all, expected, { allowed: "bool" });
    });

    test(`${name}: best compatible path`, () => {
      const { start, end } = inputs;
      const best = viterbi({
        emissions: inputs.emissions.flat(),
        transitions: inputs.transitions.flat(),
        start: start ?? undefined,
        end: end ?? undefined,
        allowed: flags,
        words,
        tags,
      });
      expect(best.path).toEqual(expected.best_compatible_path);
      expect(best.score).toBeCloseTo(expected.best_compatible_score, 9);
    });
  }
});
