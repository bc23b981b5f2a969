import { entryAt } from "../entries.ts";
import type { Random } from "../random.ts";

export interface BatchOptions {
  /** Upper limit on the summed cost of a batch. A sentence that costs more is a batch of its own. */
  readonly cost?: number;
  /** The limit of a batch by its number, counted from 0, where batches grow up to `cost`. Only used with `random`. */
  readonly costAt?: ((batch: number) => number) | undefined;
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
 * shuffled (within their pool where they grow); the same state gives the same batches. Without it (prediction), all are sorted, longest first, so that a
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
  if (options.costAt !== undefined)
    return growing(shuffled, costs, { ...options, pool }, options.costAt, random);
  if (pool === 1) return cut(shuffled, costs, options);
  const pools = cut(shuffled, costs, { cost: cost * pool, sentences: sentences * pool });
  return random.shuffled(pools.flatMap((part) => cut(sorted(part, costs), costs, options)));
}

/** Batches whose limit follows their number: pool after pool, each as large as its first batch wants it. */
function growing(
  order: readonly number[],
  costs: readonly number[],
  options: BatchOptions & { readonly pool: number },
  costAt: (batch: number) => number,
  random: Random,
): number[][] {
  const { cost = Infinity, sentences = Infinity, pool } = options;
  const batches: number[][] = [];
  for (let done = 0; done < order.length; ) {
    const own = Math.min(cost, costAt(batches.length));
    const part = cutOne(order, done, costs, { cost: own * pool, sentences: sentences * pool });
    done += part.length;
    const sortedPart = pool === 1 ? part : sorted(part, costs);
    batches.push(...random.shuffled(cut(sortedPart, costs, { ...options, cost: own })));
  }
  return batches;
}

/** Longest first; ties keep their order. */
function sorted(part: readonly number[], costs: readonly number[]): number[] {
  return [...part].sort((a, b) => costs[b]! - costs[a]!);
}

function cut(order: readonly number[], costs: readonly number[], options: BatchOptions): number[][] {
  const batches: number[][] = [];
  for (let done = 0; done < order.length; done += batches.at(-1)!.length) {
    batches.push(cutOne(order, done, costs, options));
  }
  return batches;
}

/** As many as fit into one batch, from a place in an order on; at least one. */
function cutOne(
  order: readonly number[],
  from: number,
  costs: readonly number[],
  { cost = Infinity, sentences = Infinity, padded = false }: BatchOptions,
): number[] {
  const batch: number[] = [];
  let [sum, longest] = [0, 0];
  for (let at = from; at < order.length; at++) {
    const i = entryAt(order, at);
    const own = entryAt(costs, i);
    const next = padded ? Math.max(longest, own) * (batch.length + 1) : sum + own;
    if (batch.length > 0 && (next > cost || batch.length >= sentences)) break;
    batch.push(i);
    sum += own;
    longest = Math.max(longest, own);
  }
  return batch;
}
