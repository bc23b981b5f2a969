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
  const { exploringEpoch, mainEpoch, ranking } = seconds;
  const both = (of: (unit: keyof Seconds) => number) => ({
    clock: of("clock"),
    processor: of("processor"),
  });
  const exploring = both((unit) => epochs * exploringEpoch[unit] + ranking[unit]);
  const main = both((unit) => defaultEpochs * mainEpoch[unit]);
  const added = both((unit) => exploring[unit] / main[unit]);
  return { ...seconds, epochs, defaultEpochs, exploring, main, added };
}

/** The same in words. */
export function tellExtraTime(time: ExtraTime): string {
  const { exploring, exploringEpoch, ranking, main, mainEpoch, mainEpochs } = time;
  const { epochs, defaultEpochs, added } = time;
  const both = (seconds: Seconds, digits: number) =>
    `${seconds.clock.toFixed(digits)} s (processor ${seconds.processor.toFixed(digits)} s)`;
  return [
    `exploring adds ${percent(added.clock)} of time, ${percent(added.processor)} of processor time, to a run of default length.`,
    `Exploring: ${both(exploring, 1)}, which is n = ${epochs} epochs of ${both(exploringEpoch, 1)} and ranking, ${both(ranking, 1)}.`,
    `Main stage: ${both(main, 0)}, estimated as ${defaultEpochs} epochs of ${both(mainEpoch, 1)} without scoring of dev sentences; ${mainEpochs} of them were measured.`,
    "Of each stage the fastest epoch counts, since others may use the machine as well",
  ].join(" ");
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
