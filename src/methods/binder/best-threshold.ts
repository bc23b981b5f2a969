import { zip } from "../../entries.ts";

/**
 * The threshold that gives the best F1 when everything scored higher is taken for positive: halfway between the last score
 * that is taken and the first that is not. Of equally good ones the highest; `Infinity` where taking nothing is best.
 *
 * @param isPositive which of the scores are those of positives
 * @param positives how many there are in all, those that were not scored included
 */
export function bestThreshold(
  scores: ArrayLike<number>,
  isPositive: ArrayLike<number | boolean>,
  positives: number,
): number {
  const order = zip(scores, isPositive).sort(([a], [b]) => b - a);
  let [best, threshold, right] = [0, Number.POSITIVE_INFINITY, 0];
  for (const [taken, [score, isRight]] of order.entries()) {
    if (isRight) right++;
    const next = order[taken + 1]?.[0];
    // Equal scores are taken together or not at all.
    if (next === score) continue;
    const f1 = (2 * right) / (taken + 1 + positives);
    if (f1 <= best) continue;
    best = f1;
    threshold = next === undefined ? score - 1 : (score + next) / 2;
  }
  return threshold;
}
