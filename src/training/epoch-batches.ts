import { type BatchOptions, batchesByLength, type Prepared } from "../encoders/index.ts";
import { Random } from "../random.ts";

/** The batches of each epoch, and a generator for each step: all from the seed alone, so that any step can be gone back to. */
export interface EpochBatches {
  /** Counted from 0. */
  batches(epoch: number): readonly (readonly number[])[];
  /** For everything that is drawn in one step, counted from 1. */
  random(step: number): Random;
}

export function epochBatches(
  prepared: readonly Pick<Prepared, "cost">[],
  options: BatchOptions,
  seed: number,
): EpochBatches {
  const costs = prepared.map(({ cost }) => cost);
  return {
    batches: (epoch) => batchesByLength(costs, options, new Random(seed).fork(`batches of epoch ${epoch}`)),
    random: (step) => new Random(seed).fork(`step ${step}`),
  };
}
