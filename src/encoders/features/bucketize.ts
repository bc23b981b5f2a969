/** How many of the rising thresholds a value reaches. */
export function bucketize(thresholds: readonly number[], value: number): number {
  let degree = 0;
  while (degree < thresholds.length && value >= thresholds[degree]!) degree++;
  return degree;
}
