/** The bucket of a value: how many of the rising thresholds it reaches. */
export function bucketize(thresholds: readonly number[], value: number): number {
  let bucket = 0;
  while (bucket < thresholds.length && value >= thresholds[bucket]!) bucket++;
  return bucket;
}
