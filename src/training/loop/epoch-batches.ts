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

export function epochBatches(
  prepared: readonly Pick<Prepared, "cost">[],
  options: BatchOptions,
  seed: number,
): EpochBatches {
  const costs = prepared.map(({ cost }) => cost);
  const batches = (epoch: number) =>
    batchesByLength(costs, options, new Random(seed).fork(`batches of epoch ${epoch}`));
  const lengths: number[] = [];
  return {
    batches,
    steps(epoch) {
      lengths[epoch] ??= batches(epoch).length;
      return lengths[epoch];
    },
    random: (step) => new Random(seed).fork(`step ${step}`),
  };
}
