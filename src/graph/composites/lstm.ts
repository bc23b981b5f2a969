import type { Node } from "../node.ts";
import { refuse } from "../node.ts";
import { add, mul, sigmoid, sub, tanh } from "../ops/elementwise.ts";
import { concat, reshape, reverse, slice, split, squeeze, unsqueeze } from "../ops/layout.ts";
import { zeros } from "../ops/leaves.ts";
import { matmul } from "../ops/matmul.ts";
import { scan } from "../scan.ts";
import { linear } from "./linear.ts";

export interface LstmWeights {
  /** `[directions·4·hidden, in]`: for each direction the gates i, f, g, o as in PyTorch. */
  readonly input: Node;
  /** `[directions, 4·hidden, hidden]` */
  readonly hidden: Node;
  /** `[directions·4·hidden]`, one bias where PyTorch has the sum of two. */
  readonly bias: Node;
}

/**
 * A long short-term memory over the first axis, in one direction or both.
 *
 * Both directions run in one loop, as a batch of two: the second reads its
 * sequence back to front. Where `mask` is 0 the state stays as it was, so padding after a
 * sequence changes nothing in either direction.
 *
 * @param x `[words, batch, in]`
 * @param mask `[words, batch]`, 1 for words and 0 for padding
 * @returns `[words, batch, directions·hidden]`
 */
export function lstm(x: Node, weights: LstmWeights, mask?: Node): Node {
  const [words, batch] = x.shape as [Node["shape"][number], Node["shape"][number]];
  const [directions, gates, hidden] = weights.hidden.shape as [number, number, number];
  if (x.shape.length !== 3 || directions > 2)
    refuse("lstm", "needs [words, batch, in] and 1 or 2 directions", x, weights.hidden);
  // The input's share of the gates does not depend on the state: one product for all words.
  const projected = reshape(linear(x, weights.input, weights.bias), [words, batch, directions, gates]);
  const sequence = byDirection(projected, directions);
  const held = mask === undefined ? [] : [byDirection(expandMask(mask, directions), directions)];
  const start = zeros([directions, batch, hidden]);
  const { outputs } = scan({
    initial: [start, start],
    inputs: [sequence, ...held],
    body: ([h, c], [step, keep]) => {
      const sums = add(step!, matmul(h!, weights.hidden, { transposeB: true }));
      const [i, f, g, o] = split(sums, -1, [hidden, hidden, hidden, hidden]) as [Node, Node, Node, Node];
      const memory = add(mul(sigmoid(f), c!), mul(sigmoid(i), tanh(g)));
      const output = mul(sigmoid(o), tanh(memory));
      const carries =
        keep === undefined ? [output, memory] : [hold(keep, output, h!), hold(keep, memory, c!)];
      return { carries, outputs: [carries[0]!] };
    },
  });
  return joined(outputs[0]!, directions);
}

/** The new state where `keep` is 1, the old one where it is 0. */
function hold(keep: Node, after: Node, before: Node): Node {
  return add(before, mul(keep, sub(after, before)));
}

function expandMask(mask: Node, directions: number): Node {
  const one = reshape(mask, [...mask.shape, 1, 1]);
  return directions === 1 ? one : concat([one, one], 2);
}

/** `[words, batch, directions, n]` to `[words, directions, batch, n]`, the second direction back to front. */
function byDirection(x: Node, directions: number): Node {
  const [words, batch, , size] = x.shape as [Node["shape"][number], Node["shape"][number], number, number];
  if (directions === 1) return reshape(x, [words, 1, batch, size]);
  const ways = [0, 1].map((way) => squeeze(slice(x, 2, way, way + 1), 2));
  return concat([unsqueeze(ways[0]!, 1), unsqueeze(reverse(ways[1]!, 0), 1)], 1);
}

/** `[words, directions, batch, hidden]` to `[words, batch, directions·hidden]`, all in reading order. */
function joined(states: Node, directions: number): Node {
  if (directions === 1) return squeeze(states, 1);
  const [forward, backward] = [0, 1].map((way) => squeeze(slice(states, 1, way, way + 1), 1)) as [Node, Node];
  return concat([forward, reverse(backward, 0)], -1);
}
