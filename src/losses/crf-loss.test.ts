import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkCase, expectClose } from "../../test/graph/check-case.ts";
import {
  type ChainGradients,
  type ChainInputs,
  chainOf,
  expectOracle,
  readOracle,
} from "../../test/graph/crf-oracle.ts";
import { chainLogPartition, chainPathScore } from "../chains/index.ts";
import { add, evaluate, gradient, input, reduceSum, Session } from "../graph/index.ts";
import { Random } from "../random.ts";
import { crfLoss } from "./crf-loss.ts";

type Tagged = ChainInputs & { readonly tags: number[]; readonly removed?: number[] };
type Expected = ChainGradients & {
  readonly score: number;
  readonly log_partition: number;
  readonly nll: number;
  readonly nll_minus_free_log_k?: number;
  readonly free_positions?: number[];
};

describe("crf oracle", () => {
  for (const { name, inputs, expected } of readOracle<Tagged, Expected>("crf").cases) {
    test(name, async () => {
      const { nodes, feeds } = chainOf(inputs);
      const tags = input("tags", ["batch", "words"], "int64");
      const loss = crfLoss(nodes, tags);
      const values = {
        score: [chainPathScore(nodes, tags), expected.score],
        partition: [chainLogPartition(nodes), expected.log_partition],
        nll: [loss, expected.nll],
      } as const;
      const all = { ...feeds, tags: { data: inputs.tags, shape: [1, inputs.tags.length] } };
      await expectOracle(values, loss, nodes, all, expected, { tags: "int64" });
    });
  }
});

describe("crf oracle with removed words", () => {
  for (const { name, inputs, expected } of readOracle<Tagged, Expected>("crf_removed").cases) {
    test(name, async () => {
      const { nodes, feeds } = chainOf(inputs);
      const tags = input("tags", ["batch", "words"], "int64");
      const chain = { ...nodes, removed: input("removed", ["batch", "words"]) };
      const loss = crfLoss(chain, tags);
      const literal = add(loss, expected.free_positions!.length * Math.log(inputs.transitions.length));
      const values = {
        score: [chainPathScore(chain, tags), expected.score],
        partition: [chainLogPartition(chain), expected.log_partition],
        nll: [loss, expected.nll_minus_free_log_k!],
        literal: [literal, expected.nll],
      } as const;
      const shape = [1, inputs.tags.length];
      const removed = inputs.tags.map((_, i) => Number(inputs.removed!.includes(i)));
      const all = { ...feeds, tags: { data: inputs.tags, shape }, removed: { data: removed, shape } };
      await expectOracle(values, loss, chain, all, expected, { tags: "int64" });
    });
  }
});

/** A small sentence with random scores. */
const sentence = fc
  .record({
    words: fc.integer({ min: 1, max: 4 }),
    tags: fc.integer({ min: 1, max: 3 }),
    seed: fc.nat(),
    ends: fc.boolean(),
  })
  .map(({ words, tags, seed, ends }) => {
    const random = new Random(seed);
    const row = (length: number) => Array.from({ length }, () => 3 * random.normal());
    return {
      emissions: Array.from({ length: words }, () => row(tags)),
      transitions: Array.from({ length: tags }, () => row(tags)),
      start: ends ? row(tags) : null,
      end: ends ? row(tags) : null,
      tags: Array.from({ length: words }, () => random.below(tags)),
      removed: Array.from({ length: words }, () => random.below(2)),
    };
  });

type Sentence = Omit<Tagged, "removed"> & { readonly removed: number[] };

/** `score(y)` straight from its definition. */
function scoreOf(s: Sentence, path: readonly number[], removed: readonly number[]): number {
  let score = s.end?.[path.at(-1)!] ?? 0;
  for (const [i, tag] of path.entries()) {
    if (removed[i] === 1) continue;
    score += s.emissions[i]![tag]! + (i === 0 ? (s.start?.[tag] ?? 0) : s.transitions[path[i - 1]!]![tag]!);
  }
  return score;
}

/** Every tag sequence. */
function paths(words: number, tags: number): number[][] {
  if (words === 0) return [[]];
  return paths(words - 1, tags).flatMap((path) => Array.from({ length: tags }, (_, tag) => [...path, tag]));
}

function bruteForce(s: Sentence, removed: readonly number[]): { partition: number; loss: number } {
  const scores = paths(s.emissions.length, s.transitions.length).map((path) => scoreOf(s, path, removed));
  const largest = Math.max(...scores);
  const partition = largest + Math.log(scores.reduce((sum, score) => sum + Math.exp(score - largest), 0));
  return { partition, loss: partition - scoreOf(s, s.tags, removed) };
}

test("partition and loss by loop equal those by enumeration, also in a padded batch", () => {
  fc.assert(
    fc.property(fc.array(sentence, { minLength: 1, maxLength: 3 }), (drawn) => {
      // One batch shares its transitions, so the others are scored with the first one's.
      const [{ transitions, start, end }] = drawn as [Sentence];
      const k = transitions.length;
      const batch = drawn
        .filter((s) => s.transitions.length === k)
        .map((s): Sentence => ({ ...s, transitions, start, end }));
      const words = Math.max(...batch.map((s) => s.tags.length));
      const padded = (row: readonly number[], width: number, fill: number) => [
        ...row,
        ...Array.from({ length: width - row.length }, () => fill),
      ];
      const { nodes, feeds } = chainOf(batch[0]!);
      const chain = {
        ...nodes,
        mask: input("mask", ["batch", "words"]),
        removed: input("removed", ["batch", "words"]),
      };
      const tags = input("tags", ["batch", "words"], "int64");
      const shape = [batch.length, words];
      const all = {
        ...feeds,
        // Padding is given absurd scores: they must not matter.
        emissions: {
          data: batch.flatMap((s) => padded(s.emissions.flat(), words * k, 77)),
          shape: [...shape, k],
        },
        tags: { data: batch.flatMap((s) => padded(s.tags, words, 0)), shape },
        mask: {
          data: batch.flatMap((s) =>
            padded(
              s.tags.map(() => 1),
              words,
              0,
            ),
          ),
          shape,
        },
        removed: { data: batch.flatMap((s) => padded(s.removed, words, 1)), shape },
      };
      const { removed: _, ...whole } = chain;
      const [partition, loss, partial] = evaluate(
        [chainLogPartition(whole), crfLoss(whole, tags), chainLogPartition(chain)],
        all,
      );
      const none = batch[0]!.tags.map(() => 0);
      expectClose(
        partition!.data,
        batch.map((s) => bruteForce(s, none).partition),
        1e-9,
        "partition",
      );
      expectClose(
        loss!.data,
        batch.map((s) => bruteForce(s, none).loss),
        1e-9,
        "loss",
      );
      expectClose(
        partial!.data,
        batch.map((s) => bruteForce(s, s.removed).partition),
        1e-9,
        "partition, removed",
      );
    }),
    { numRuns: 60, seed: 7 },
  );
});

test("compiled, with padding, removal and both ends: values and slopes", () =>
  checkCase("crf padded and removed", {
    inputs: {
      emissions: { shape: ["batch", "words", 3] },
      transitions: { shape: [3, 3] },
      start: { shape: [3] },
      end: { shape: [3] },
      tags: { shape: ["batch", "words"], dtype: "int64", values: [0, 2, 1, 0, 1, 1, 0, 0] },
      mask: { shape: ["batch", "words"], fixed: true, values: [1, 1, 1, 1, 1, 1, 0, 0] },
      removed: { shape: ["batch", "words"], fixed: true, values: [0, 1, 1, 0, 1, 0, 0, 0] },
    },
    sizes: [{ batch: 2, words: 4 }],
    build: ({ emissions, transitions, start, end, tags, mask, removed }) =>
      crfLoss({ emissions: emissions!, transitions: transitions!, start, end, mask, removed }, tags!),
  }));

/** Partition and tag probabilities of one sentence by the forward and backward recursions, in plain double precision. */
function forwardBackward(emissions: Float32Array, transitions: Float32Array, words: number, tags: number) {
  const total = (values: Float64Array): number => {
    const largest = values.reduce((a, b) => Math.max(a, b), -Infinity);
    return largest + Math.log(values.reduce((sum, value) => sum + Math.exp(value - largest), 0));
  };
  const alpha = [Float64Array.from(emissions.subarray(0, tags))];
  for (let word = 1; word < words; word++) {
    alpha.push(
      Float64Array.from({ length: tags }, (_, to) => {
        const before = alpha[word - 1]!.map((value, from) => value + transitions[from * tags + to]!);
        return total(before) + emissions[word * tags + to]!;
      }),
    );
  }
  const beta = Array.from({ length: words }, () => new Float64Array(tags));
  for (let word = words - 2; word >= 0; word--) {
    beta[word] = Float64Array.from({ length: tags }, (_, from) =>
      total(
        beta[word + 1]!.map(
          (value, to) => value + transitions[from * tags + to]! + emissions[(word + 1) * tags + to]!,
        ),
      ),
    );
  }
  const partition = total(alpha.at(-1)!);
  const shares = alpha.map((row, word) =>
    row.map((value, tag) => Math.exp(value + beta[word]![tag]! - partition)),
  );
  return { partition, shares };
}

test("500 words and 200 tags with forbidden transitions and scores 100 apart stay exact in float32", async () => {
  const [words, tags] = [500, 200];
  const random = new Random(5);
  const emissions = Float32Array.from({ length: words * tags }, () => 50 * random.normal());
  const transitions = Float32Array.from({ length: tags * tags }, () =>
    random.below(2) === 0 ? -10000 : random.normal(),
  );
  const nodes = {
    emissions: input("emissions", ["batch", "words", tags]),
    transitions: input("transitions", [tags, tags]),
  };
  const partition = chainLogPartition(nodes);
  const [shares] = gradient(reduceSum(partition), [nodes.emissions]);
  const session = await Session.compile({ outputs: { partition, shares: shares! } });
  const results = await session.run({
    emissions: { data: emissions, shape: [1, words, tags] },
    transitions: { data: transitions, shape: [tags, tags] },
  });
  await session.dispose();
  const expected = forwardBackward(emissions, transitions, words, tags);
  // The partition is near 6·10⁴, where float32 steps are 0.004 wide; probabilities do not suffer from that.
  expectClose(results.partition!.data as Float32Array, [expected.partition], 1e-6, "partition");
  expect(expected.partition).toBeGreaterThan(10_000);
  const got = results.shares!.data as Float32Array;
  for (let word = 0; word < words; word++) {
    const row = got.subarray(word * tags, (word + 1) * tags);
    expectClose([row.reduce((a, b) => a + b, 0)], [1], 1e-3, `probabilities of word ${word}`);
    expectClose(row, expected.shares[word]!, 1e-3, `word ${word}`);
  }
}, 60_000);
