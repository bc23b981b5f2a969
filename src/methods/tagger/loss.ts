import type { Node } from "../../graph/index.ts";
import { div, reduceSum, softmaxCrossEntropy, sub } from "../../graph/index.ts";
import {
  crfLoss,
  partialCrfLoss,
  partialCrossEntropy,
  weightedMean,
  weightedPartialCrfLoss,
} from "../../losses/index.ts";
import type { PaddedWords, Transitions } from "../../models/index.ts";
import type { TagInputs } from "./batch.ts";
/**
 * What a tagger without transitions minimises: the mean over the words that are not ignored.
 *
 *     L = − Σ_{i∉Ω} log p(yᵢ)     [PU2, Eq. 2]
 *
 * @param scores `["words", tags]`
 */
export function softmaxTagLoss(scores: Node, { gold, allowed, logWeights, ignored }: TagInputs): Node {
  const perWord =
    allowed === undefined
      ? softmaxCrossEntropy(scores, gold)
      : partialCrossEntropy(scores, allowed, logWeights);
  return weightedMean(perWord, ignored === undefined ? undefined : sub(1, ignored));
}

/**
 * What a tagger with transitions minimises: the negative log-likelihood of the sentences, for each word.
 *
 * @param scores `["words", tags]`
 */
export function chainTagLoss(
  scores: Node,
  transitions: Transitions,
  { pad, mask }: PaddedWords,
  { gold, allowed, logWeights, ignored }: TagInputs,
): Node {
  const chain = { emissions: pad(scores), ...transitions, mask, removed: ignored };
  const perSentence =
    allowed === undefined
      ? crfLoss(chain, gold)
      : logWeights === undefined
        ? partialCrfLoss(chain, allowed)
        : weightedPartialCrfLoss(chain, allowed, logWeights);
  return div(reduceSum(perSentence), reduceSum(mask));
}
