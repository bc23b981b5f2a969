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
  const order = Array.from({ length: scores.length }, (_, i) => i).sort((a, b) => scores[b]! - scores[a]!);
  let [best, threshold, right] = [0, Number.POSITIVE_INFINITY, 0];
  order.forEach((at, taken) => {
    if (isPositive[at]) right++;
    const next = order[taken + 1];
    // Equal scores are taken together or not at all.
    if (next !== undefined && scores[next] === scores[at]) return;
    const f1 = (2 * right) / (taken + 1 + positives);
    if (f1 <= best) return;
    best = f1;
    threshold = next === undefined ? scores[at]! - 1 : (scores[at]! + scores[next]!) / 2;
  });
  return threshold;
}
