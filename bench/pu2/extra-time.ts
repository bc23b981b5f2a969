import type { Seconds, StageSeconds } from "./stage-times.ts";

/** What exploring adds to a run of default length. */
export interface ExtraTime extends StageSeconds {
  /** n */
  readonly epochs: number;
  /** Epochs of the main stage of a run that says nothing about its length. */
  readonly defaultEpochs: number;
  /** The main stage of such a run: estimated from the epochs measured. */
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

/** Sets the measured time of exploring against a whole run. */
export function extraTime(seconds: StageSeconds, epochs: number, defaultEpochs: number): ExtraTime {
  const { exploring, mainEpoch } = seconds;
  const main = { clock: mainEpoch.clock * defaultEpochs, processor: mainEpoch.processor * defaultEpochs };
  const added = { clock: exploring.clock / main.clock, processor: exploring.processor / main.processor };
  return { ...seconds, epochs, defaultEpochs, main, added };
}

/** The same in words. */
export function tellExtraTime(time: ExtraTime): string {
  const { exploring, ranking, main, mainEpoch, mainEpochs, epochs, defaultEpochs, added } = time;
  const both = (seconds: Seconds, digits: number) =>
    `${seconds.clock.toFixed(digits)} s (processor ${seconds.processor.toFixed(digits)} s)`;
  return [
    `exploring adds ${percent(added.clock)} of time, ${percent(added.processor)} of processor time, to a run of default length (${defaultEpochs} epochs):`,
    `${both(exploring, 1)} for n = ${epochs} epochs and ranking, which takes ${both(ranking, 1)} of it,`,
    `beside a main stage of ${both(main, 0)}, estimated from ${mainEpochs} measured ${mainEpochs === 1 ? "epoch" : "epochs"} of ${both(mainEpoch, 1)} without scoring of dev sentences`,
  ].join(" ");
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
