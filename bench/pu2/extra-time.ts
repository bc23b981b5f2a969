import { percentOf } from "../../src/format.ts";
import type { Seconds, StageSeconds } from "./stage-times.ts";

/** What exploring adds to a run of default length. */
export interface ExtraTime extends StageSeconds {
  /** n */
  readonly epochs: number;
  /** Epochs of the main stage of a run that says nothing about its length. */
  readonly defaultEpochs: number;
  /** All epochs of exploring, and ranking. */
  readonly exploring: Seconds;
  /** The main stage of such a run. */
  readonly main: Seconds;
  /** Exploring, ranking included, in proportion to the main stage. */
  readonly added: Seconds;
}

/** The most that exploring may add with n = 3, and what it added in the paper on Resume for n = 1, 2, 3. [PU2, Table 8] */
export const allowed = 0.2;
export const published: ReadonlyMap<number, number> = new Map([
  [1, 0.0515],
  [2, 0.1197],
  [3, 0.1573],
]);

/** Estimates both stages of a run of default length from the epochs measured. */
export function extraTime(seconds: StageSeconds, epochs: number, defaultEpochs: number): ExtraTime {
  const { epoch, ranking } = seconds;
  const both = (of: (unit: keyof Seconds) => number) => ({
    clock: of("clock"),
    processor: of("processor"),
  });
  const exploring = both((unit) => epochs * epoch[unit] + ranking[unit]);
  const main = both((unit) => defaultEpochs * epoch[unit]);
  const added = both((unit) => exploring[unit] / main[unit]);
  return { ...seconds, epochs, defaultEpochs, exploring, main, added };
}

/** The same in words. */
export function tellExtraTime(time: ExtraTime): string {
  const { exploring, epoch, ranking, main, measured, epochs, defaultEpochs, added } = time;
  const both = (seconds: Seconds, digits: number) =>
    `${seconds.clock.toFixed(digits)} s (processor ${seconds.processor.toFixed(digits)} s)`;
  return [
    `exploring adds ${percentOf(added.clock)} of time, ${percentOf(added.processor)} of processor time, to a run of default length.`,
    `Exploring: ${both(exploring, 1)}, n = ${epochs} epochs and ranking, ${both(ranking, 1)}.`,
    `Main stage: ${both(main, 0)}, ${defaultEpochs} epochs without scoring of dev sentences.`,
    `Both are estimated with ${both(epoch, 1)} for an epoch, the fastest of ${measured} measured in both stages, which send the same batches through the same graph`,
  ].join(" ");
}
