import type { Rates } from "../../evaluation/index.ts";
import type { Evaluated, Planned, Scored, Started, Stepped, Stopped, TrainEvent } from "../loop/events.ts";

/** A run as it was, whatever came between: each step and each epoch once. */
export interface RunHistory {
  readonly started: Started | undefined;
  readonly planned: Planned | undefined;
  /** In order. */
  readonly steps: readonly Stepped[];
  /** In order. */
  readonly epochs: readonly Evaluated[];
  /** Scores within epochs, in order. */
  readonly scored: readonly Scored[];
  readonly stopped: Stopped | undefined;
  /** How often it was started again after a stop. */
  readonly resumed: number;
}

/**
 * Puts the events of a run in order. A log may come from several sittings: one that was resumed takes back what the
 * one before did after its last checkpoint, and of two reports on the same step or epoch the later one holds.
 */
export function runHistory(events: Iterable<TrainEvent>): RunHistory {
  let steps = new Map<number, Stepped>();
  let epochs = new Map<number, Evaluated>();
  let scored = new Map<number, Scored>();
  let started: Started | undefined;
  let planned: Planned | undefined;
  let stopped: Stopped | undefined;
  let resumed = 0;
  for (const event of events) {
    if (event.kind === "started") {
      started = event;
      stopped = undefined;
      resumed = event.resumedAt > 0 ? resumed + 1 : 0;
      if (event.resumedAt === 0) planned = undefined;
      steps = new Map([...steps].filter(([step]) => step <= event.resumedAt));
      epochs = new Map([...epochs].filter(([, epoch]) => epoch.step <= event.resumedAt));
      scored = new Map([...scored].filter(([step]) => step <= event.resumedAt));
    } else if (event.kind === "planned") planned = event;
    else if (event.kind === "step") steps.set(event.step, event);
    else if (event.kind === "evaluated") epochs.set(event.epoch, event);
    else if (event.kind === "scored") scored.set(event.step, event);
    else if (event.kind === "stopped") stopped = event;
  }
  return {
    started,
    planned,
    steps: [...steps.values()].sort((a, b) => a.step - b.step),
    epochs: [...epochs.values()].sort((a, b) => a.epoch - b.epoch),
    scored: [...scored.values()].sort((a, b) => a.step - b.step),
    stopped,
    resumed,
  };
}

/** The epoch whose weights are kept; with the scores of the step within it, where these are the best. */
export function keptEpoch({ epochs, scored, stopped }: RunHistory): Evaluated | undefined {
  const number = stopped?.bestEpoch ?? epochs.findLast(({ best }) => best)?.epoch;
  const kept = epochs.find(({ epoch, stage }) => epoch === number && stage === undefined);
  const within = scored.findLast(({ epoch, best }) => epoch === number && best);
  return kept === undefined || kept.best || within === undefined ? kept : { ...kept, dev: within.dev };
}

/**
 * How good the model is on the dev sentences as it is saved, in percent: after what its method fits at the end, where
 * it fits anything. Undefined before the end of the run, and without dev sentences.
 */
export function savedScore({ stopped }: Pick<RunHistory, "stopped">): Rates | undefined {
  return stopped?.dev?.micro;
}

/** Whether a method's last fit changed the score that the kept epoch had. */
export function isFitted(run: RunHistory): boolean {
  const [saved, epoch] = [savedScore(run), keptEpoch(run)?.dev];
  return (
    saved !== undefined &&
    epoch !== undefined &&
    (saved.f1 !== epoch.f1 || saved.precision !== epoch.precision || saved.recall !== epoch.recall)
  );
}

/** The main stage of a run, or what came before it, as a run of its own; numbers stay those of the whole. */
export function partOf(run: RunHistory, part: "early" | "main"): RunHistory {
  const isIn = ({ stage }: { readonly stage?: string }) => (stage !== undefined) === (part === "early");
  return { ...run, steps: run.steps.filter(isIn), epochs: run.epochs.filter(isIn) };
}

/** Steps and epochs that were planned before the main stage. */
export function plannedEarly({ planned }: RunHistory): { readonly steps: number; readonly epochs: number } {
  const sum = (of: "steps" | "epochs") =>
    (planned?.early ?? []).reduce((total, stage) => total + stage[of], 0);
  return { steps: sum("steps"), epochs: sum("epochs") };
}

/** Seconds spent: as the run said when it stopped or at the end of its last epoch, or what its steps took. */
export function secondsSpent({ steps, epochs, stopped }: RunHistory): number {
  return (
    stopped?.seconds ??
    epochs.at(-1)?.seconds ??
    steps.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000
  );
}

/** Words that training has read, each as often as it was read. */
export function wordsRead({ steps }: RunHistory): number {
  return steps.reduce((sum, { words }) => sum + words, 0);
}

/** Words trained per second over all steps, or undefined without steps. */
export function wordsPerSecond({ steps }: RunHistory): number | undefined {
  let words = 0;
  let milliseconds = 0;
  for (const step of steps) {
    words += step.words;
    milliseconds += step.milliseconds;
  }
  return milliseconds > 0 ? (words / milliseconds) * 1000 : undefined;
}
