/** How many entities were predicted, how many are gold, and how many predictions are correct. */
export interface Counts {
  readonly correct: number;
  readonly predicted: number;
  readonly gold: number;
}

/** Precision, recall and F1 in percent (0 … 100), not rounded. */
export interface Rates {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/**
 * Turns counts into percentages.
 *
 *     P = 100 · correct / predicted     R = 100 · correct / gold     F1 = 2PR / (P + R)
 *
 * 0/0 is 0, as in conlleval: a system that predicts nothing where there is nothing to find scores 0,
 * not 100. The operations are in conlleval's order, so both agree to the last bit.
 */
export function rates({ correct, predicted, gold }: Counts): Rates {
  const precision = predicted > 0 ? (100 * correct) / predicted : 0;
  const recall = gold > 0 ? (100 * correct) / gold : 0;
  const f1 = precision + recall > 0 ? (2 * precision * recall) / (precision + recall) : 0;
  return { precision, recall, f1 };
}

/**
 * A percentage with two decimals and no percent sign: `50` is `50.00`.
 *
 * Exact halves round to even, as in C's `printf` and unlike JavaScript's `toFixed`: 1 of 32 is
 * 3.125 %, which conlleval prints as `3.12`.
 */
export function formatPercent(value: number): string {
  // Of the binary fractions only the odd eighths (.125, .375, .625, .875) have a third decimal that is a last 5.
  const eighths = value * 8;
  if (Number.isInteger(eighths) && eighths % 2 !== 0) {
    const below = Math.floor(value * 100);
    return ((below % 2 === 0 ? below : below + 1) / 100).toFixed(2);
  }
  return value.toFixed(2);
}
