/** How many entities were predicted, how many there are, and how many of the two agree. */
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
 * A share of nothing (0/0) is 0, as conlleval prints it: a system that predicts nothing
 * where there is nothing to find scores 0, not 100. The operations are in conlleval's
 * order, so the two agree to the last bit.
 */
export function rates({ correct, predicted, gold }: Counts): Rates {
  const precision = predicted > 0 ? (100 * correct) / predicted : 0;
  const recall = gold > 0 ? (100 * correct) / gold : 0;
  const f1 = precision + recall > 0 ? (2 * precision * recall) / (precision + recall) : 0;
  return { precision, recall, f1 };
}
