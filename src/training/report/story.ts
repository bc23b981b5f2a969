import { formatNumber } from "../../report/index.ts";
import { isFitted, keptEpoch, type RunHistory, savedScore } from "./run.ts";
/** What happened, in plain sentences: how the run began, if that was by early stages, how it ended, and which weights are kept. */
export function story(run: RunHistory, score: string): string {
  return [...beginning(run), ending(run, score), kept(run, score), ...corrected(run), ...fitted(run)].join(
    " ",
  );
}

/** The score that chooses the best epoch, as a reader would call it. */
export function watchedScore(config: object): string {
  const stopping: unknown = "stopping" in config ? config.stopping : undefined;
  const score: unknown =
    typeof stopping === "object" && stopping !== null && "score" in stopping ? stopping.score : "f1";
  return String(score).replace("macro-", "macro ").replace("f1", "F1");
}

function beginning({ planned }: RunHistory): string[] {
  const names = [...new Set(planned?.early?.map(({ name }) => name))];
  if (names.length === 0) return [];
  const epochs = planned!.early!.reduce((sum, stage) => sum + stage.epochs, 0);
  const first = epochs === 1 ? "The first epoch is" : `The first ${formatNumber(epochs)} epochs are`;
  return [`${first} for finding out (${names.join(", ")}): none of them gives the model that is kept.`];
}

function ending(run: RunHistory, score: string): string {
  const { planned, stopped, steps, epochs } = run;
  const last = epochs.at(-1)?.epoch ?? 0;
  const ofAll =
    planned === undefined
      ? count(last, "epoch")
      : `${formatNumber(last)} of ${count(planned.epochs, "epoch")}`;
  if (stopped === undefined) {
    const step = Math.max(steps.at(-1)?.step ?? 0, epochs.at(-1)?.step ?? 0);
    if (step === 0) return "Training has not done its first step yet.";
    const ofSteps = planned === undefined ? "" : ` of ${formatNumber(planned.steps)}`;
    return `Training has not ended: the last that is known of it is step ${formatNumber(step)}${ofSteps}, after ${ofAll}.`;
  }
  switch (stopped.reason) {
    case "epochs":
      return `Training ran to its end: ${count(last, "epoch")}, ${count(stopped.step, "step")}.`;
    case "minutes":
      return `Training ran until the time it was given was used up: ${ofAll}, ${count(stopped.step, "step")}.`;
    case "patience":
      return `Training stopped early after ${ofAll}, because ${score} on the dev sentences had not risen for ${count(last - stopped.bestEpoch, "epoch")}.`;
    case "kept":
      return `Training was stopped by hand after ${ofAll} (step ${formatNumber(stopped.step)}), to keep what it had come to.`;
    case "asked":
      return `Training was stopped by hand after ${ofAll} (step ${formatNumber(stopped.step)}); with --resume it would go on from there.`;
  }
}

function kept(run: RunHistory, score: string): string {
  const best = keptEpoch(run);
  if (best === undefined) return "No epoch has been finished, so there are no weights to keep yet.";
  if (best.dev === undefined) {
    return `There were no dev sentences to choose by, so the weights kept are those of epoch ${best.epoch}.`;
  }
  const { precision, recall, f1 } = best.dev;
  return `The weights kept are those of epoch ${best.epoch}, the best ${score === "F1" ? "on the dev sentences" : `by ${score} on the dev sentences`}: F1 ${formatNumber(f1, 2)} (precision ${formatNumber(precision, 2)}, recall ${formatNumber(recall, 2)}).`;
}

function corrected({ stopped }: RunHistory): string[] {
  if (stopped?.corrections === undefined || stopped.corrections.length === 0) return [];
  const moved = stopped.corrections.filter(([, added]) => added !== 0);
  if (moved.length === 0) return ["Nothing had to be added to its scores to do best on the dev sentences."];
  const list = moved.map(
    ([what, added]) => `${added > 0 ? "+" : "−"}${formatNumber(Math.abs(added), 2)} for ${what}`,
  );
  return [
    `Then the dev sentences set right what labels get wrong in a regular way, by adding to its scores: ${list.join(", ")}.`,
  ];
}

function fitted(run: RunHistory): string[] {
  const saved = savedScore(run);
  if (saved === undefined || !isFitted(run)) return [];
  const [precision, recall, f1] = [saved.precision, saved.recall, saved.f1].map((one) =>
    formatNumber(one, 2),
  );
  return [`On the dev sentences that made F1 ${f1} of it (precision ${precision}, recall ${recall}).`];
}

const count = (number: number, what: string): string =>
  `${formatNumber(number)} ${what}${number === 1 ? "" : "s"}`;
