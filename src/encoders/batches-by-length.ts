import { entryAt } from "../entries.ts";
import type { Random } from "../random.ts";

export interface BatchOptions {
  /** Upper limit on the summed cost of a batch. A sentence that costs more is a batch of its own. */
  readonly cost?: number;
  /** Upper limit on the sentences of a batch. */
  readonly sentences?: number;
  /** Charge every sentence the cost of the longest in its batch: for encoders that pad. */
  readonly padded?: boolean;
  /**
   * How many batches' worth of sentences are sorted together; 1 for no sorting. Larger pools give batches of more
   * equal length, smaller ones mix better. Only used with `random`.
   */
  readonly pool?: number;
}

/**
 * Groups sentences into batches of similar cost, each sentence once.
 *
 * With `random` (training), sentences are shuffled, sorted within pools and cut into batches, and the batches are
 * shuffled; the same state gives the same batches. Without it (prediction), all are sorted, longest first, so that a
 * batch too large for memory fails at once.
 *
 * @param costs the cost of each sentence (`Prepared.cost`)
 * @returns positions in `costs`
 */
export function batchesByLength(
  costs: readonly number[],
  options: BatchOptions,
  random?: Random,
): readonly (readonly number[])[] {
  const { cost = Infinity, sentences = Infinity, pool = 32 } = options;
  if (!(cost > 0 && sentences > 0 && pool >= 1))
    throw new Error("batches need a positive cost, size and pool");
  const order = costs.map((_, i) => i);
  if (random === undefined) return cut(sorted(order, costs), costs, options);
  const shuffled = random.shuffled(order);
  if (pool === 1) return cut(shuffled, costs, options);
  const pools = cut(shuffled, costs, { cost: cost * pool, sentences: sentences * pool });
  return random.shuffled(pools.flatMap((part) => cut(sorted(part, costs), costs, options)));
}

/** Longest first; ties keep their order. */
function sorted(part: readonly number[], costs: readonly number[]): number[] {
  return [...part].sort((a, b) => costs[b]! - costs[a]!);
}

function cut(order: readonly number[], costs: readonly number[], options: BatchOptions): number[][] {
  const { cost = Infinity, sentences = Infinity, padded = false } = options;
  const batches: number[][] = [];
  let batch: number[] = [];
  let [sum, longest] = [0, 0];
  for (const i of order) {
    const own = entryAt(costs, i);
    const next = padded ? Math.max(longest, own) * (batch.length + 1) : sum + own;
    if (batch.length > 0 && (next > cost || batch.length >= sentences)) {
      batches.push(batch);
      batch = [];
      [sum, longest] = [0, 0];
    }
    batch.push(i);
    sum += own;
    longest = Math.max(longest, own);
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}
