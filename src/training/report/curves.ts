import type { Html, Point } from "../../report/index.ts";
import { figure, formatNumber, lineChart } from "../../report/index.ts";
import type { Stepped } from "../loop/events.ts";
import { isFitted, keptEpoch, partOf, plannedEarly, type RunHistory, savedScore } from "./run.ts";

/** More points than this cannot be told apart in a chart. */
const mostPoints = 200;

/** How the loss fell in the main stage: the mean of each epoch, and of groups of steps behind it. */
export function lossFigure(run: RunHistory): Html {
  const { steps, epochs } = partOf(run, "main");
  const perEpoch = stepsPerEpoch(run);
  const before = plannedEarly(run);
  const epochAt = (step: number) => before.epochs + (step - before.steps) / perEpoch;
  const lastStep = Math.max(steps.at(-1)?.step ?? 0, epochs.at(-1)?.step ?? 0);
  const group = Math.ceil(steps.length / mostPoints);
  const fine = groupMeans(steps, group).map(({ x, y }) => ({
    x: epochAt(x),
    y,
    title: `around step ${Math.round(x)}: ${formatNumber(y)}`,
  }));
  // A mean over an epoch stands at its middle, where the steps it is a mean of are.
  const coarse = epochs.map(({ step, epoch, loss }, i) => ({
    x: epochAt((step + (epochs[i - 1]?.step ?? before.steps)) / 2),
    y: loss,
    title: `epoch ${epoch}: ${formatNumber(loss)}`,
  }));
  return figure({
    heading: "Loss",
    chart: lineChart({
      description: `Training loss over ${epochs.length} epochs`,
      series: [
        { name: "mean of the epoch", points: coarse },
        { name: group > 1 ? `mean of ${group} steps` : "each step", points: fine, faint: true },
      ],
      x: {
        label: "epoch",
        whole: true,
        domain: [before.epochs, Math.max(before.epochs + 1, epochAt(lastStep))],
      },
      y: { label: "loss" },
    }),
    caption:
      "What training makes small. It says how well the labels that are there are fitted, not how good the model is: losses of different methods cannot be compared.",
  });
}

/** How good the model was on the dev sentences after each epoch of the main stage; undefined if there are none. */
export function devFigure(run: RunHistory): Html | undefined {
  const scored = partOf(run, "main").epochs.filter(({ dev }) => dev !== undefined);
  if (scored.length === 0) return undefined;
  const kept = keptEpoch(run);
  const saved = isFitted(run) ? savedScore(run) : undefined;
  const curve = (name: string, score: "precision" | "recall" | "f1") => ({
    name,
    ...(saved !== undefined && {
      ring: {
        x: kept!.epoch,
        y: saved[score],
        title: `the model as saved, after the fit on dev: ${formatNumber(saved[score], 2)} %`,
      },
    }),
    points: scored.map(({ epoch, dev }) => ({
      x: epoch,
      y: dev![score],
      title: `epoch ${epoch}: ${formatNumber(dev![score], 2)} %`,
    })),
  });
  return figure({
    heading: "Dev scores",
    chart: lineChart({
      description: `Precision, recall and F1 on the dev sentences over ${scored.length} epochs`,
      series: [curve("F1", "f1"), curve("precision", "precision"), curve("recall", "recall")],
      x: { label: "epoch", whole: true },
      y: { label: "on the dev sentences", percent: true },
      marks: kept === undefined ? [] : [{ x: kept.epoch, label: `kept: epoch ${kept.epoch}` }],
    }),
    caption:
      "Precision: how many of the entities found are right. Recall: how many of the entities there are were found; missing labels in training lower it first. F1 is between the two." +
      (saved === undefined ? "" : " Rings: the model as saved, after the fit on dev."),
  });
}

/** How fast training went. */
export function speedFigure({ epochs }: RunHistory): Html {
  return figure({
    heading: "Speed",
    chart: lineChart({
      description: `Words trained per second over ${epochs.length} epochs`,
      series: [
        {
          name: "words per second",
          points: epochs.map(({ epoch, wordsPerSecond }) => ({ x: epoch, y: wordsPerSecond })),
        },
      ],
      x: { label: "epoch", whole: true },
      y: { label: "words per second", domain: [0, 0] },
    }),
    caption:
      "Words trained per second, without the time for evaluation. A dip means that the machine was busy with something else.",
  });
}

function stepsPerEpoch({ planned, epochs, steps }: RunHistory): number {
  const first = epochs[0];
  const guess = planned?.stepsPerEpoch ?? (first === undefined ? steps.length : first.step / first.epoch);
  return guess > 0 ? guess : 1;
}

/** Means of so many steps each, at the middle of their numbers. A step whose loss is not a number makes its group a gap. */
export function groupMeans(steps: readonly Stepped[], size: number): Point[] {
  const points: Point[] = [];
  for (let from = 0; from < steps.length; from += size) {
    const group = steps.slice(from, from + size);
    const mean = (pick: (step: Stepped) => number) =>
      group.reduce((sum, step) => sum + pick(step), 0) / group.length;
    // A log holds null for what is not a number.
    points.push({
      x: mean(({ step }) => step),
      y: mean(({ loss }) => (typeof loss === "number" ? loss : Number.NaN)),
    });
  }
  return points;
}
