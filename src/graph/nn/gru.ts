import { type Node, refuse } from "../node.ts";
import { add, mul, sigmoid, sub, tanh } from "../ops/elementwise.ts";
import { reshape, slice, split, transpose } from "../ops/layout.ts";
import { zeros } from "../ops/leaves.ts";
import { matmul } from "../ops/matmul.ts";
import { scan } from "../scan.ts";
import { dimsOf, sizeAt } from "../shape.ts";
import { bothWays, hold, readingOrder } from "./directions.ts";

/** The weights of each direction; blocks in the order update, reset, candidate. */
export interface GruWeights {
  /** `[directions, 3·hidden, in]` */
  readonly input: Node;
  /** `[directions, 3·hidden]` */
  readonly bias: Node;
  /** `[directions, 2·hidden, hidden]`: from the state to update and reset. */
  readonly gates: Node;
  /** `[directions, hidden, hidden]`: from the state, as far as it is not reset, to the candidate. */
  readonly candidate: Node;
}

/**
 * A gated recurrent unit over the first axis, in one direction or both.
 *
 *     u, r = σ(W x + U h + b),  h' = tanh(W x + V (r·h) + b)
 *     h ← (1 − u)·h + u·h'
 *
 * This is the first form of the unit, as in Paddle and Keras: the reset comes before the product with the state, where
 * PyTorch has it after, and `u` is the share of the new. [Cho et al. 2014]
 *
 * Both directions run in one loop, and the batch is the last axis inside, as for `lstm`.
 *
 * @param x `[words, batch, in]`
 * @param mask `[words, batch]`, 1 for words and 0 for padding, where the state stays as it was
 * @returns `[words, batch, directions·hidden]`
 */
export function gru(x: Node, weights: GruWeights, mask?: Node): Node {
  const { shape } = weights.candidate;
  const [directions, hidden] = [sizeAt(shape, 0), sizeAt(shape, 1)];
  if (x.shape.length !== 3 || directions > 2)
    refuse("gru", "needs [words, batch, in] and 1 or 2 directions", x, weights.candidate);
  const [words, batch] = dimsOf(x, 3);
  // The input's part does not depend on the state: computed for all words beforehand.
  const share = matmul(weights.input, bothWays(x, directions), { transposeB: true });
  const sequence = add(share, reshape(weights.bias, [directions, 3 * hidden, 1]));
  const held = mask === undefined ? [] : [bothWays(reshape(mask, [words, 1, batch]), directions)];
  const { outputs } = scan({
    initial: [zeros([directions, hidden, batch])],
    inputs: [sequence, ...held],
    body: ([h], [step, keep]) => {
      const sums = add(slice(step, 1, 0, 2 * hidden), matmul(weights.gates, h));
      const [update, reset] = split(sigmoid(sums), 1, [hidden, hidden]);
      const candidate = tanh(add(slice(step, 1, 2 * hidden), matmul(weights.candidate, mul(reset, h))));
      const next = add(h, mul(update, sub(candidate, h)));
      const kept = keep === undefined ? next : hold(keep, next, h);
      return { carries: [kept], outputs: [kept] };
    },
  });
  const inOrder = readingOrder(outputs[0], directions);
  return transpose(reshape(inOrder, [words, directions * hidden, batch]), [0, 2, 1]);
}
