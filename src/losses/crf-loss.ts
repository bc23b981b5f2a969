import type { LinearChain } from "../chains/index.ts";
import { chainLogPartition, chainPathScore } from "../chains/index.ts";
import type { Node } from "../graph/index.ts";
import { add, concat, dimsOf, full, gather, mul, range, reduceSum, sizeAt, sub } from "../graph/index.ts";

/**
 * `−log p(tags)` under a conditional random field, for each sentence.
 *
 *     p̂(y|x) = exp(Σ_{i∉Ω} h_{i,yᵢ} + T_{yᵢ₋₁,yᵢ}) / Σ_y' exp(Σ_{i∉Ω} h_{i,y'ᵢ} + T_{y'ᵢ₋₁,y'ᵢ})
 *
 * Ω are the removed words. Taken literally, a removed word that touches no kept factor adds
 * ln(tags) to the partition; that constant has no gradient and is left out. [PU2, Eq. 7]
 *
 * @param tags `[batch, words]` int64
 * @returns `[batch]`
 */
export function crfLoss(chain: LinearChain, tags: Node): Node {
  const loss = sub(chainLogPartition(chain), chainPathScore(chain, tags));
  if (chain.removed === undefined) return loss;
  const count = sizeAt(chain.transitions.shape, 0);
  return sub(loss, mul(freeWords(chain, chain.removed), Math.log(count)));
}

/** How many words of each sentence are removed and touch no kept factor: the next word is removed too, or there is none and no `end`. */
function freeWords({ end, mask }: LinearChain, removed: Node): Node {
  const [batch, words] = dimsOf(removed, 2);
  // What comes after the last word counts as removed, unless an end score hangs on that word.
  const after = end === undefined ? 1 : 0;
  const own = mask === undefined ? removed : mul(removed, mask);
  const flags = mask === undefined ? removed : add(own, mul(sub(1, mask), after));
  const longer = concat([flags, full([batch, 1], after)], 1);
  return reduceSum(mul(own, gather(longer, add(range(words), 1), 1)), 1);
}
