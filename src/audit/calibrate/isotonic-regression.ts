/** A rising step function: which share of outcomes is to be expected at a score. */
export interface Isotonic {
  /** The lowest score of each step, rising. */
  readonly from: readonly number[];
  /** The value of each step, rising. */
  readonly values: readonly number[];
  /** How many observations (or how much weight) each step rests on. */
  readonly weights: readonly number[];
  at(score: number): number;
}

export interface Observation {
  readonly score: number;
  /** What was seen, such as 1 for "was labelled" and 0 for "was not". */
  readonly outcome: number;
  /** 1 unless given. */
  readonly weight?: number;
}

/**
 * The rising function that lies nearest to what was observed, by pooling neighbours that fall: how often something
 * is the case at a score, when all that is known is that higher scores mean more often.
 *
 * Below the lowest score that was observed it has the value of the lowest step.
 */
export function isotonicRegression(observations: readonly Observation[]): Isotonic {
  const sorted = observations.toSorted((a, b) => a.score - b.score);
  const from: number[] = [];
  const values: number[] = [];
  const weights: number[] = [];
  let last = Number.NaN;
  for (const { score, outcome, weight = 1 } of sorted) {
    // Equal scores belong to one step, or their order would decide.
    if (score === last) {
      const at = values.length - 1;
      weights[at]! += weight;
      values[at]! += ((outcome - values[at]!) * weight) / weights[at]!;
    } else {
      pool();
      from.push(score);
      values.push(outcome);
      weights.push(weight);
      last = score;
    }
  }
  pool();

  /** Joins the last step with those before it for as long as it lies lower. */
  function pool(): void {
    for (let at = values.length - 1; at > 0 && values[at - 1]! >= values[at]!; at--) {
      const weight = weights[at - 1]! + weights[at]!;
      values[at - 1] = (values[at - 1]! * weights[at - 1]! + values[at]! * weights[at]!) / weight;
      weights[at - 1] = weight;
      from.pop();
      values.pop();
      weights.pop();
    }
  }

  return {
    from,
    values,
    weights,
    at(score) {
      let [low, high] = [0, from.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (from[middle]! <= score) low = middle + 1;
        else high = middle;
      }
      return values[Math.max(0, low - 1)] ?? 0;
    },
  };
}
