import type { LinearChain } from "../chains/index.ts";
import { chainLogPartition } from "../chains/index.ts";
import type { Node } from "../graph/index.ts";
import { add, sub } from "../graph/index.ts";

/**
 * `−log Σ q(y) p(y)` over the tag sequences that agree with an incomplete annotation, for each sentence: as
 * `partialCrfLoss`, but each completion counts by how likely it is thought to be.
 *
 *     L = − log Σ_{y ∈ C(x)} q(y|x) p(y|x)          q(y|x) = Πᵢ qᵢ(yᵢ)
 *       = log Σ_y exp(score(y)) − log Σ_{y ∈ C(x)} exp(score(y) + Σᵢ log qᵢ(yᵢ))     [WPCRF, loss]
 *
 * Where one completion has q = 1 (hard), this is the loss of a CRF on that completion.
 *
 * @param allowed `[batch, words, tags]` bool, with at least one tag allowed for each word
 * @param logWeights `[batch, words, tags]`: log qᵢ, finite
 * @returns `[batch]`
 */
export function weightedPartialCrfLoss(chain: LinearChain, allowed: Node, logWeights: Node): Node {
  const weighted = { ...chain, emissions: add(chain.emissions, logWeights) };
  return sub(chainLogPartition(chain), chainLogPartition(weighted, allowed));
}
