import type { Prepared } from "../../encoders/index.ts";
import { type BatchOptions, batchesByLength } from "../../encoders/index.ts";
import { Random } from "../../random.ts";
/**
 * The batches of each epoch, and a generator for each step: all from the seed alone, so that any step can be gone back
 * to. Epochs and steps are those of a stage, so that stages differ in what they learn and in nothing else.
 */
export interface EpochBatches {
  /** Counted from 0. */
  batches(epoch: number): readonly (readonly number[])[];
  /** How many batches an epoch has. */
  steps(epoch: number): number;
  /** For everything that is drawn in one step, counted from 1. */
  random(step: number): Random;
}

/** How batches grow: the cost of the first one, and how many times as large as the one before each is. */
interface Growth {
  readonly from: number;
  readonly factor: number;
}

export function epochBatches(
  prepared: readonly Pick<Prepared, "cost">[],
  options: Omit<BatchOptions, "costAt">,
  seed: number,
  growth?: Growth,
): EpochBatches {
  const costs = prepared.map(({ cost }) => cost);
  const lengths: number[] = [];
  const steps = (epoch: number): number => {
    lengths[epoch] ??= batches(epoch).length;
    return lengths[epoch];
  };
  const batches = (epoch: number) => {
    let before = 0;
    // In order, so that each finds the length of those before it.
    if (growth !== undefined) for (let earlier = 0; earlier < epoch; earlier++) before += steps(earlier);
    const costAt = growth && ((batch: number) => growth.from * growth.factor ** (before + batch));
    return batchesByLength(costs, { ...options, costAt }, new Random(seed).fork(`batches of epoch ${epoch}`));
  };
  return {
    batches,
    steps,
    random: (step) => new Random(seed).fork(`step ${step}`),
  };
}
