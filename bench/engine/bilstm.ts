import {
  initialise,
  input,
  linear,
  lstm,
  type Node,
  type ParameterStore,
  parameter,
  reduceMean,
  reshape,
  softmaxCrossEntropy,
} from "../../src/graph/index.ts";

interface BilstmShape {
  readonly batch: number;
  readonly words: number;
  readonly dim: number;
  readonly hidden: number;
  readonly labels: number;
}

/** A tagger that reads both ways: `x` is `[words, batch, dim]`; the mean loss over the words. */
export function bilstmLoss(store: ParameterStore, shape: BilstmShape): Node {
  const { batch, words, dim, hidden, labels } = shape;
  const limit = 1 / Math.sqrt(hidden);
  const declare = (name: string, size: readonly number[]) => {
    store.declare(name, size, initialise.uniform(-limit, limit));
    return parameter(name, size);
  };
  const states = lstm(input("x", [words, batch, dim]), {
    input: declare("lstm.input", [2, 4 * hidden, dim]),
    hidden: declare("lstm.hidden", [2, 4 * hidden, hidden]),
    bias: declare("lstm.bias", [2, 4 * hidden]),
  });
  const rows = reshape(states, [words * batch, 2 * hidden]);
  const scores = linear(rows, declare("head.weight", [labels, 2 * hidden]), declare("head.bias", [labels]));
  return reduceMean(softmaxCrossEntropy(scores, input("labels", [words * batch], "int64")));
}
