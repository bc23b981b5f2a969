/** The mean of some numbers and how far they scatter. */
export interface MeanAndSd {
  readonly count: number;
  readonly mean: number;
  /** The sample standard deviation, √(Σ(x − mean)² / (n − 1)); undefined for a single number. */
  readonly sd: number | undefined;
}

/** As tables show it: `72.91 ± 0.40`, or without what a single number lacks. */
export function meanText({ mean, sd }: MeanAndSd): string {
  return sd === undefined ? mean.toFixed(2) : `${mean.toFixed(2)} ± ${sd.toFixed(2)}`;
}

/** Mean and standard deviation over seeds; undefined without numbers. */
export function meanAndSd(values: readonly number[]): MeanAndSd | undefined {
  const count = values.length;
  if (count === 0) return undefined;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  if (count === 1) return { count, mean, sd: undefined };
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { count, mean, sd: Math.sqrt(squares / (count - 1)) };
}
