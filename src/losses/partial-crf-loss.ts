import type { LinearChain } from "../chains/index.ts";
import { chainLogPartition } from "../chains/index.ts";
import type { Node } from "../graph/index.ts";
import { sub } from "../graph/index.ts";

/**
 * `−log Σ p(y)` over the tag sequences that agree with an incomplete annotation, for each sentence.
 *
 *     L = log Σ_y exp(score(y)) − log Σ_{y: yᵢ ∈ allowedᵢ} exp(score(y))
 *
 * A word whose tag is known allows that tag, an unannotated one allows all. [Tsuboi 2008; Yang 2018]
 *
 * @param allowed `[batch, words, tags]` bool, with at least one tag allowed for each word
 * @returns `[batch]`
 */
export function partialCrfLoss(chain: LinearChain, allowed: Node): Node {
  return sub(chainLogPartition(chain), chainLogPartition(chain, allowed));
}
