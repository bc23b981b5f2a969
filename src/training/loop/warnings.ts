import type { ScoreResult } from "../../evaluation/index.ts";
import { counted, formatNumber } from "../../format.ts";
import type { EpochContext } from "../../methods/index.ts";
import type { Plan } from "./training-state.ts";

/** Fewer steps than this seldom give a useful model. */
const FEW_STEPS = 100;

/** What to know of a plan of few steps that no time limit has made so short. */
export function planNotice(
  plan: Plan,
  batch: { readonly sentences: number | null; readonly tokens: number | null },
): string | undefined {
  const { early = [], epochs, stepsPerEpoch, by } = plan;
  const steps = early.reduce((left, stage) => left - stage.steps, plan.steps);
  const own = early.reduce((left, stage) => left - stage.epochs, epochs);
  if (by !== "epochs" || steps >= FEW_STEPS) return undefined;
  const needed = Math.ceil(FEW_STEPS / stepsPerEpoch);
  const key = batch.sentences === null ? "tokens" : "sentences";
  const smaller = batch[key] === 1 ? "" : `, or smaller batches (batch.${key})`;
  return `only ${counted(steps, "step")} of training are planned (${counted(own, "epoch")} of ${counted(stepsPerEpoch, "step")}), and fewer than ${FEW_STEPS} seldom make a useful model: give it ${formatNumber(needed)} epochs or more (--epochs ${needed})${smaller}`;
}

/** What to know of an epoch after which nothing is found in dev sentences that have entities. */
export function emptyNotice(
  { micro }: Pick<ScoreResult, "micro">,
  { epoch, epochs }: Pick<EpochContext, "epoch" | "epochs">,
): string | undefined {
  if (micro.predicted > 0 || micro.gold === 0) return undefined;
  const what = "nothing is found in the dev sentences";
  if (2 * (epoch + 1) <= epochs) return `${what} yet, which is usual in the first epochs`;
  return `${what} after ${formatNumber(epoch + 1)} of ${counted(epochs, "epoch")}: ${REMEDIES}`;
}

/** What helps a model that finds nothing. */
const REMEDIES =
  "train longer (--epochs), with a larger learning rate (optimiser.learningRate), or, if labels are missing, with a method that knows it and sentences that are marked as partial";

/** A dev F1, in percent, below which nobody can use a model. */
const USELESS = 10;

/** What to know of a plan before it is too late, if it is of too few steps. */
export function planWarning(
  { steps, early = [], stepsPerEpoch, short }: Plan,
  limit: number,
): string | undefined {
  if (short === undefined) return undefined;
  const main = early.reduce((left, stage) => left - stage.steps, steps);
  const share = main / stepsPerEpoch;
  const epochs =
    share < 1
      ? `${formatNumber(Math.max(1, Math.floor(100 * share)))} % of an epoch`
      : `${share.toFixed(1)} epochs`;
  const of = early.length === 0 ? "" : `, ${formatNumber(main)} of them for the model itself (${epochs})`;
  const fits = `only ${counted(steps, "step")} fit into ${minutesOf(limit)}${early.length === 0 ? ` (${epochs})` : of}`;
  return `${fits}: do not expect a useful model. On this machine one needs about ${minutesOf(short.minutes)} (--max-minutes ${short.minutes}), and all epochs ${minutesOf(short.allMinutes)}`;
}

/** What to know of a model that is of no use by what dev says. */
export function resultWarning(
  dev: ScoreResult | undefined,
  { short }: Plan,
  isStopped = false,
): string | undefined {
  if (dev === undefined || dev.micro.gold === 0) return undefined;
  const { predicted, f1 } = dev.micro;
  if (predicted > 0 && f1 >= USELESS) return undefined;
  const what =
    predicted === 0 ? "the model finds nothing in the dev sentences" : `dev F1 is only ${f1.toFixed(2)}`;
  const why = isStopped
    ? "it was stopped early; give it more time"
    : short === undefined
      ? predicted === 0
        ? `${REMEDIES}. See "When something goes wrong" in docs/training.md`
        : 'see "When something goes wrong" in docs/training.md'
      : `it had too little time; train again with --max-minutes ${short.minutes} or more`;
  return `${what}: this model is of no use. ${why[0]!.toUpperCase()}${why.slice(1)}`;
}

function minutesOf(minutes: number): string {
  return minutes === 1 ? "1 minute" : `${formatNumber(minutes)} minutes`;
}
