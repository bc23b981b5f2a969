import type { Node, Operand } from "../graph/index.ts";
import { add, div, max, mul, reduceMean, reduceSum, sub } from "../graph/index.ts";

/** What is known of words, for each type: `[words, types]`, 1 or 0. */
export interface PuWords {
  /** Labelled as this type. */
  readonly positive: Node;
  /** Of which nothing is known. */
  readonly unlabelled: Node;
  /** Known to be of no such type. */
  readonly negative: Node;
}

/**
 * The bounded, non-negative risk of binary classifiers that learn from labelled and unlabelled words, with the mean
 * absolute error as loss: ℓ⁺ = 1 − p, ℓ⁻ = p.
 *
 *     R = γ π R_p⁺ + max(0, R_u⁻ − π R_p⁻)     [BNPU, risk]
 *
 * R_p⁺ and R_p⁻ are the mean loss of the labelled words as positive and as negative, R_u⁻ that of the unlabelled ones as
 * negative. Where words are known to be negative, their mean loss R_n⁻ takes the place of the second term in the
 * proportion of their number, so that complete data is learnt as such:
 *
 *     R = γ π R_p⁺ + (1 − c) max(0, R_u⁻ − π R_p⁻) + c R_n⁻,   c = n_n / (n_u + n_n)
 *
 * @param probabilities `[words, types]`: p
 * @param prior `[types]`: π
 * @param gamma γ: one number, or `[types]`
 * @returns a scalar: the mean over the types
 */
export function puRisk(probabilities: Node, words: PuWords, prior: Node, gamma: Operand): Node {
  const { positive, unlabelled, negative } = words;
  const count = (mask: Node) => reduceSum(mask, 0);
  const mean = (mask: Node) => div(reduceSum(mul(mask, probabilities), 0), max(count(mask), 1));
  const asNegative = mean(positive);
  // Where no word is labelled, there is nothing to be missed either.
  const asPositive = sub(min1(count(positive)), asNegative);
  const [unknown, known] = [count(unlabelled), count(negative)];
  const share = div(known, max(add(unknown, known), 1));
  const ofUnlabelled = max(sub(mean(unlabelled), mul(prior, asNegative)), 0);
  return reduceMean(
    add(
      mul(mul(prior, gamma), asPositive),
      add(mul(sub(1, share), ofUnlabelled), mul(share, mean(negative))),
    ),
    0,
  );
}

/** 1 where there are any, else 0. */
function min1(counts: Node): Node {
  return div(counts, max(counts, 1));
}
