import type { LinearChain } from "../chains/index.ts";
import { chainLogPartition } from "../chains/index.ts";
import type { Node } from "../graph/index.ts";
import { add, mul, reduceSum, sub } from "../graph/index.ts";

/** How often a teacher expects tags, and tags after tags, in a batch. */
export interface ExpectedTags {
  /** `[words, tags]`: q(yᵢ) for each word of the batch, sentence after sentence */
  readonly tags: Node;
  /** `[from, to]`: Σ q(yᵢ₋₁, yᵢ) over all neighbours of the batch */
  readonly pairs: Node;
  /** `[tags]`: Σ q(y₀) over its sentences */
  readonly first: Node;
  /** `[tags]`: Σ q(y_last) over its sentences */
  readonly last: Node;
}

/**
 * The cross-entropy of a conditional random field to a distribution over tag sequences, summed over a batch. Scores are
 * sums over words and neighbours, so of the distribution only its marginals count:
 *
 *     L = Σ_x log Z(x) − Σ_i Σ_y q(yᵢ) h_{i,yᵢ} − Σ_i Σ_{y,y'} q(yᵢ₋₁, yᵢ) T_{yᵢ₋₁,yᵢ}     [SKD, linear chain]
 *
 * With one sequence of probability 1 it is `crfLoss`.
 *
 * @param scores `[words, tags]`: the emissions of the chain, without padding
 * @returns a scalar
 */
export function softCrfLoss(
  chain: LinearChain,
  scores: Node,
  { tags, pairs, first, last }: ExpectedTags,
): Node {
  const { transitions, start, end } = chain;
  const parts = [mul(tags, scores), mul(pairs, transitions)];
  if (start !== undefined) parts.push(mul(first, start));
  if (end !== undefined) parts.push(mul(last, end));
  const expected = parts.map((part) => reduceSum(part)).reduce((sum, part) => add(sum, part));
  return sub(reduceSum(chainLogPartition(chain)), expected);
}
