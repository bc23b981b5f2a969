/**
 * The share of the full learning rate to use at a step, counted from 1. A pure function of the
 * step, so that a resumed run goes on exactly where it was.
 */
export type Schedule = (step: number) => number;

export interface ScheduleLengths {
  /** Steps until the full rate is reached; 0 starts with it. */
  readonly warmup: number;
  /** All steps, those of the warm-up included. */
  readonly steps: number;
}

export function constantSchedule(warmup = 0): Schedule {
  return (step) => Math.min(1, step / Math.max(1, warmup));
}

/** Straight up to 1 at the end of the warm-up, then straight down, to reach 0 one step after the last. */
export function linearSchedule({ warmup, steps }: ScheduleLengths): Schedule {
  return warmedUp(warmup, steps, (progress) => 1 - progress);
}

/** Straight up, then down along half a cosine to `floor`, reached one step after the last. */
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
