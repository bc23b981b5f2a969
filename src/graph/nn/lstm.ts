import { type Node, refuse } from "../node.ts";
import { add, mul, sigmoid, tanh } from "../ops/elementwise.ts";
import { reshape, split, transpose } from "../ops/layout.ts";
import { zeros } from "../ops/leaves.ts";
import { matmul } from "../ops/matmul.ts";
import { scan } from "../scan.ts";
import { dimsOf, sizeAt } from "../shape.ts";
import { bothWays, hold, readingOrder } from "./directions.ts";

/** The weights of each direction; gates in the order i, f, g, o, as in PyTorch. */
export interface LstmWeights {
  /** `[directions, 4·hidden, in]` */
  readonly input: Node;
  /** `[directions, 4·hidden, hidden]` */
  readonly hidden: Node;
  /** `[directions, 4·hidden]`: one bias where PyTorch has the sum of two. */
  readonly bias: Node;
}

/**
 * A long short-term memory over the first axis, in one direction or both.
 *
 *     i, f, o = σ(W x + U h + b),  g = tanh(W x + U h + b)
 *     c ← f·c + i·g,  h ← o·tanh(c)
 *
 * Both directions run in one loop, as a batch of two: the second reads its
 * sequence back to front. Where `mask` is 0 the state stays as it was, so padding
 * after a sequence changes nothing in either direction.
 *
 * Inside, the batch is the last axis: `U·h` then has the large matrix on the left,
 * which ONNX Runtime reads in place, where on the right it would repack it at each step.
 *
 * @param x `[words, batch, in]`
 * @param mask `[words, batch]`, 1 for words and 0 for padding
 * @returns `[words, batch, directions·hidden]`
 */
export function lstm(x: Node, weights: LstmWeights, mask?: Node): Node {
  const { shape } = weights.hidden;
  const [directions, gates, hidden] = [sizeAt(shape, 0), sizeAt(shape, 1), sizeAt(shape, 2)];
  if (x.shape.length !== 3 || directions > 2)
    refuse("lstm", "needs [words, batch, in] and 1 or 2 directions", x, weights.hidden);
  const [words, batch] = dimsOf(x, 3);
  // The input's part of the gates does not depend on the state: computed for all words beforehand.
  const share = matmul(weights.input, bothWays(x, directions), { transposeB: true });
  const sequence = add(share, reshape(weights.bias, [directions, gates, 1]));
  const held = mask === undefined ? [] : [bothWays(reshape(mask, [words, 1, batch]), directions)];
  const start = zeros([directions, hidden, batch]);
  const { outputs } = scan({
    initial: [start, start],
    inputs: [sequence, ...held],
    body: ([h, c], [step, keep]) => {
      const sums = add(step, matmul(weights.hidden, h));
      const [i, f, g, o] = split(sums, 1, [hidden, hidden, hidden, hidden]);
      const memory = add(mul(sigmoid(f), c), mul(sigmoid(i), tanh(g)));
      const output = mul(sigmoid(o), tanh(memory));
      if (keep === undefined) return { carries: [output, memory], outputs: [output] };
      const kept = hold(keep, output, h);
      return { carries: [kept, hold(keep, memory, c)], outputs: [kept] };
    },
  });
  const inOrder = readingOrder(outputs[0], directions);
  return transpose(reshape(inOrder, [words, directions * hidden, batch]), [0, 2, 1]);
}
