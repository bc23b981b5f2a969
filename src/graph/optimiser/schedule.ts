/**
 * The factor on the learning rate at a step, counted from 1. A pure function of the step, so that a resumed run
 * continues exactly.
 */
export type Schedule = (step: number) => number;

export interface ScheduleLengths {
  /** Warm-up steps; 0 for none. */
  readonly warmup: number;
  /** All steps, warm-up included. */
  readonly steps: number;
}

export function constantSchedule(warmup = 0): Schedule {
  return (step) => Math.min(1, step / Math.max(1, warmup));
}

/** Linear warm-up to 1, then linear decay, reaching 0 one step after the last. */
export function linearSchedule({ warmup, steps }: ScheduleLengths): Schedule {
  return warmedUp(warmup, steps, (progress) => 1 - progress);
}

/** Linear warm-up, then cosine decay to `floor`, reached one step after the last. */
export function cosineSchedule({
  warmup,
  steps,
  floor = 0,
}: ScheduleLengths & { readonly floor?: number }): Schedule {
  return warmedUp(
    warmup,
    steps,
    (progress) => floor + ((1 - floor) * (1 + Math.cos(Math.PI * progress))) / 2,
  );
}

function warmedUp(warmup: number, steps: number, decay: (progress: number) => number): Schedule {
  if (!(warmup >= 0 && warmup <= steps)) {
    throw new RangeError(`a warm-up of ${warmup} steps does not fit into ${steps}`);
  }
  return (step) =>
    step < warmup ? step / warmup : decay(Math.min(1, (step - warmup) / (steps + 1 - warmup)));
}
