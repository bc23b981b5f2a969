/** The bucket of a value: how many of the rising thresholds it reaches. */
export function bucketize(thresholds: readonly number[], value: number): number {
  let bucket = 0;
  for (const threshold of thresholds) {
    if (!(value >= threshold)) break;
    bucket++;
  }
  return bucket;
}
