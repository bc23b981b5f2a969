import {
  add,
  input,
  mul,
  type Node,
  ParameterStore,
  reduceSum,
  type Tensor,
} from "../../../src/graph/index.ts";
import type { SpanHead, SpanHeadSizes } from "../../../src/models/span/span-head.ts";
import { spanNodes } from "../../../src/models/span/span-nodes.ts";
import type { Random } from "../../../src/random.ts";

export const DIM = 5;
export const CLASSES = 3;
export const WORDS = 6;
export const SIZES: SpanHeadSizes = { dim: DIM, classes: CLASSES };
/** First and last rows; one span twice, one word in several, some words in none. */
export const SPANS = { starts: [0, 0, 1, 3, 3, 0], ends: [0, 2, 2, 3, 5, 2] };

export function normal(random: Random, shape: readonly number[]): Tensor {
  const length = shape.reduce((product, size) => product * size, 1);
  return { data: Float32Array.from({ length }, () => random.normal()), shape };
}

/** Random weights, biases too, so that none is checked at zero. */
export function filled(store: ParameterStore, random: Random): ParameterStore {
  for (const { values } of store) for (let i = 0; i < values.length; i++) values[i] = 0.5 * random.normal();
  return store;
}

export function built(head: SpanHead, training: boolean, store = new ParameterStore({ seed: 4 })) {
  const words = input("words", ["words", DIM]);
  const spans = spanNodes({ training });
  return { store, words, spans, ...head.build({ parameters: store, training }, words, spans) };
}

export const tensorsOf = (store: ParameterStore): Record<string, Tensor> =>
  Object.fromEntries([...store].map(({ name, values, shape }) => [name, { data: values, shape }]));

/** A random mixture of all scores and vectors, so that an error in one place cannot cancel another. */
export function mixture(scores: Node, vectors: Node) {
  const [first, second] = [input("mix.scores", scores.shape), input("mix.vectors", vectors.shape)];
  return {
    loss: add(reduceSum(mul(scores, first)), reduceSum(mul(vectors, second))),
    mixtures: (random: Random, spans = 6) => ({
      "mix.scores": normal(random, [spans, CLASSES]),
      "mix.vectors": normal(random, [spans, 4]),
    }),
  };
}
