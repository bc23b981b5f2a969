import type { Node } from "../graph/index.ts";
import {
  add,
  and,
  cast,
  cosineSimilarity,
  dimAt,
  div,
  equal,
  gather,
  greater,
  maskedLogSumExp,
  max,
  mul,
  not,
  or,
  range,
  reduceSum,
  sub,
  transpose,
  unsqueeze,
  where,
} from "../graph/index.ts";

interface ContrastiveOptions {
  /** τ: the smaller, the more the nearest spans of other labels count. Default: 0.1. */
  readonly temperature?: number;
  /** Spans of other labels only, as in the paper, or all spans but the anchor, as in the authors' code. */
  readonly denominator?: "others" | "all";
  /**
   * What the sum is divided by: the number of anchors, so that it does not grow with the batch; nothing, as printed;
   * or a number (the authors' code has 100 or 1000).
   */
  readonly reduction?: "anchors" | "sum" | number;
  /**
   * `[spans, classes]` bool: the classes about which something is known in the span's sentence. Two spans are not
   * pushed apart where the label of one is unknown in the other's sentence: they may be of one kind.
   */
  readonly known?: Node | undefined;
}

/**
 * Pulls the vectors of spans with the same label together and pushes those of different labels apart.
 *
 *     d(a,b) = cos(r_a, r_b)                                                     [SCL-RAI, Eq. 7]
 *     F(a,b) = log [ exp(d(a,b)/τ) / Σ_{m: label(m) ≠ label(a)} exp(d(a,m)/τ) ]  [SCL-RAI, Eq. 9]
 *     L = − Σ_l Σ_{a∈D_l} 1/(N_l − 1) Σ_{b∈D_l, b≠a} F(a,b)                      [SCL-RAI, Eq. 8]
 *
 * O is a label like the others. A span alone with its label is no anchor `a`, but others are pushed away from it. An
 * anchor with an empty denominator (a batch with one label only) is left out as well.
 *
 * @param vectors `[spans, dim]`
 * @param labels `[spans]` int64
 * @returns a scalar; 0 without anchors
 */
export function contrastiveLoss(vectors: Node, labels: Node, options: ContrastiveOptions = {}): Node {
  const { temperature = 0.1, denominator = "others", reduction = "anchors", known } = options;
  const places = range(dimAt(labels.shape, 0));
  const same = equal(unsqueeze(labels, 1), unsqueeze(labels, 0));
  const others = not(equal(unsqueeze(places, 1), unsqueeze(places, 0)));
  const positive = cast(and(same, others), "float32");
  const opposed = denominator === "others" ? not(same) : others;
  const against = known === undefined ? opposed : and(opposed, or(same, comparable(known, labels)));

  // Vectors may be short: their squared length must stand well above the epsilon.
  const similarity = div(cosineSimilarity(vectors, vectors, 1e-16), temperature);
  const partners = reduceSum(positive, 1);
  const closeness = div(reduceSum(mul(similarity, positive), 1), max(partners, 1));
  const losses = sub(maskedLogSumExp(similarity, against, 1), closeness);

  const anchor = and(greater(partners, 0), greater(reduceSum(cast(against, "float32"), 1), 0));
  const total = reduceSum(where(anchor, losses, 0));
  if (reduction === "sum") return total;
  if (reduction === "anchors") return div(total, max(reduceSum(cast(anchor, "float32")), 1));
  return div(total, reduction);
}

/** `[spans, spans]`: whether the label of each is known in the other's sentence. */
function comparable(known: Node, labels: Node): Node {
  const theirs = greater(gather(cast(known, "float32"), labels, 1), 0);
  return and(theirs, transpose(theirs, [1, 0]));
}

/**
 * The objective of SCL-RAI: mostly cross-entropy, with a little contrastive loss.
 *
 *     loss = (1 − λ) loss_ce + λ loss_scl  [SCL-RAI, Eq. 10]
 */
export function withContrastive(crossEntropy: Node, contrastive: Node, share = 0.1): Node {
  return add(mul(crossEntropy, 1 - share), mul(contrastive, share));
}
