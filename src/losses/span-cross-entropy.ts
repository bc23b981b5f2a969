import type { Node } from "../graph/index.ts";
import {
  dimAt,
  equal,
  maskedLogSumExp,
  or,
  range,
  softmaxCrossEntropy,
  sub,
  unsqueeze,
  valuesAt,
} from "../graph/index.ts";
import { weightedMean } from "./weighted-mean.ts";

export interface SpanLossOptions {
  /**
   * `[spans, classes]` bool: the classes about which something is known in the span's sentence. The others are left
   * out of its softmax, so they learn nothing from it. A span's own label counts as known in any case.
   */
  readonly known?: Node | undefined;
  /** `[spans]`: 1 for spans chosen for training and 0 for the rest, or any weights. */
  readonly weights?: Node | undefined;
}

/**
 * Cross-entropy over the spans that were chosen for training and no others: their mean.
 *
 *     J = − Σ_{(i,j,l) ∈ y ∪ ỹ} log z_{i,j,l} / |y ∪ ỹ|
 *
 * `y` are the labelled entities and `ỹ` the sampled negatives, labelled O (class 0): an unlabelled entity
 * outside `ỹ` adds nothing. The paper writes the sum; like the authors' code we take the mean. [WNS, Eq. 4]
 *
 * @param scores `[spans, classes]`, before the softmax
 * @param labels `[spans]` int64
 * @returns a scalar; 0 when no span is chosen
 */
export function spanCrossEntropy(scores: Node, labels: Node, options: SpanLossOptions = {}): Node {
  return weightedMean(crossEntropyPerSpan(scores, labels, options.known), options.weights);
}

/** The cross-entropy of each span, `[spans]`, over the classes known in its sentence. */
export function crossEntropyPerSpan(scores: Node, labels: Node, known?: Node): Node {
  if (known === undefined) return softmaxCrossEntropy(scores, labels);
  const own = equal(unsqueeze(labels, 1), unsqueeze(range(dimAt(scores.shape, 1)), 0));
  return sub(maskedLogSumExp(scores, or(known, own)), valuesAt(scores, labels));
}
