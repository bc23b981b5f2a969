import type { Node } from "../graph/index.ts";
import {
  add,
  concat,
  dimAt,
  gatherND,
  LOG_ZERO,
  logSumExp,
  maskedLogSumExp,
  mul,
  reshape,
  scatterAdd,
  sub,
  takeRows,
  unsqueeze,
  where,
} from "../graph/index.ts";
import { weightedMean } from "./weighted-mean.ts";

/** The annotations of a batch. There is at least one row; padding rows have weight 0. */
export interface BinderAnnotations {
  /** `[annotations, 2]` int64: the sentence and the type of each. */
  readonly places: Node;
  /** `[annotations]`: 1, or 0 for padding. */
  readonly weights: Node;
}

/** Which rows belong to which sentence. A row may belong to none. */
export interface BinderRows {
  /** `[sentences, longest]` int64: the rows of each sentence, −1 where it has no more. */
  readonly members: Node;
  /** `[sentences, longest]` bool: where there is one. */
  readonly present: Node;
  /** `[rows]` int64: where each row stands among the members, counted line by line; −1 for nowhere. */
  readonly back: Node;
}

/** Everything one of the three objectives compares: all starts, all ends or all spans of a batch with all types. */
interface BinderObjective {
  /** `[slots, rows, types]`: similarities over the temperature. Spans that begin at a row share it; starts and ends have one slot. */
  readonly scores: Node;
  /** `[slots, rows]` bool: what may stand in a denominator at all. */
  readonly candidates: Node;
  /** `[sentences, types]`: what `[CLS]` scores, or another threshold in its place. */
  readonly thresholds: Node;
  /** `[annotations, 3]` int64: the slot, the row and the type of each annotation. */
  readonly gold: Node;
}

export interface BinderTerms {
  /** Scalar: how well annotations stand out from the negatives of their type. */
  readonly entity: Node;
  /** Scalar: how well the threshold of each type stands out from its negatives. */
  readonly threshold: Node;
}

/**
 * One objective of BINDER: given a type, tell its mentions from everything else in the sentence, and place a threshold
 * between the two.
 *
 *     ℓ = −log exp(sim(s_ij, e_k)) / Σ_{s' ∈ S⁻_k ∪ {s_ij}} exp(sim(s', e_k))     [BINDER, Eq. 5–7]
 *     ℓ⁰ = −log exp(sim(s_00, e_k)) / Σ_{s' ∈ S⁻_k} exp(sim(s', e_k))             [BINDER, Eq. 8, 9]
 *
 * S⁻_k are the candidates of the sentence that are not annotated as k (mentions of other types are negatives), and
 * `[CLS]`, s_00, which is one in both sums, as in the authors' code. Entity terms are averaged over the
 * annotations of the batch, threshold terms over sentences × types, those without a mention included.
 *
 * @param known `[sentences, types]`: 1 where a sentence says something about a type; elsewhere it sets no threshold
 */
export function binderObjective(
  { scores, candidates, thresholds, gold }: BinderObjective,
  { places, weights }: BinderAnnotations,
  rows: BinderRows,
  known?: Node,
): BinderTerms {
  // Added, not chosen: `where` would have to spread the mask over the types, and its gradient again.
  const possible = add(scores, unsqueeze(where(candidates, 0, LOG_ZERO), 2));
  const negatives = scatterAdd(possible, gold, mul(weights, LOG_ZERO));
  const denominators = logAddExp(sumBySentence(logSumExp(negatives, 0), rows), thresholds);
  const own = gatherND(scores, gold);
  const entities = sub(logAddExp(gatherND(denominators, places), own), own);
  const placed = reshape(sub(denominators, thresholds), [-1]);
  return {
    entity: weightedMean(entities, weights),
    threshold: weightedMean(placed, known === undefined ? undefined : reshape(known, [-1])),
  };
}

/** `[rows, types]` to `[sentences, types]`: log Σ exp over the rows of each sentence. */
function sumBySentence(x: Node, { members, present, back }: BinderRows): Node {
  const taken = takeRows(x, reshape(members, [-1]), back, { holes: "any" });
  const grid = reshape(taken, [...members.shape, dimAt(x.shape, 1)]);
  return maskedLogSumExp(grid, unsqueeze(present, 2), 1);
}

/** log(exp a + exp b), place by place. */
function logAddExp(a: Node, b: Node): Node {
  return logSumExp(concat([unsqueeze(a, 0), unsqueeze(b, 0)], 0), 0);
}

/** The weight of each objective: α, γ and λ in the paper. */
interface BinderWeights {
  readonly start: number;
  readonly end: number;
  readonly span: number;
}

/**
 * The objective of BINDER.
 *
 *     L = Σ_o w_o (β ℓ_o + (1 − β) ℓ⁰_o)     o: start, end, span     [BINDER, Eq. 10]
 *
 * With β = 1 no thresholds are learned: they are fitted on dev sentences afterwards. [BINDER, Table 6]
 */
export function binderLoss(
  terms: Readonly<Record<keyof BinderWeights, BinderTerms>>,
  { weights, beta }: { readonly weights: BinderWeights; readonly beta: number },
): Node {
  return (["start", "end", "span"] as const)
    .filter((objective) => weights[objective] > 0)
    .map((objective) => {
      const { entity, threshold } = terms[objective];
      const both = beta === 1 ? entity : add(mul(entity, beta), mul(threshold, 1 - beta));
      return mul(both, weights[objective]);
    })
    .reduce(add);
}
