import { type Html, lineChart } from "../../src/report/index.ts";
import { pageStyle } from "../../src/report/page-style.ts";
import type { UniformDraws } from "./draws.ts";
import type { SamplerSummary } from "./summary.ts";

export interface SamplerChart {
  /** The name of the picture. */
  readonly file: string;
  readonly heading: string;
  readonly caption: string;
  readonly chart: Html;
}

/** What the samplers did over p, and over epochs, a curve for each. */
export function missamplingCharts(
  samplers: readonly SamplerSummary[],
  draws: readonly UniformDraws[],
): SamplerChart[] {
  const titles = [...new Set(samplers.map(({ title }) => title))];
  const overP = (heading: string, label: string, pick: (one: SamplerSummary) => number, more: Curve[] = []) =>
    lineChart({
      description: `${heading} for each sampler, by the share of labels hidden`,
      series: [
        ...titles.map((title) => ({
          name: title,
          points: samplers.filter((one) => one.title === title).map((one) => ({ x: one.p, y: pick(one) })),
        })),
        ...more,
      ],
      x: { label: "labels hidden (p)" },
      y: { label, percent: true, ...(label === "F1" ? {} : { domain: [0, 0] as const }) },
      width: 640,
      height: 340,
    });
  const byEpoch = (
    heading: string,
    label: string,
    pick: (one: SamplerSummary["byEpoch"]) => readonly number[],
    isFromZero: boolean,
  ) => {
    const ps = [...new Set(samplers.map(({ p }) => p))];
    const shown = ps.filter((p) => p === 0.5 || p === 0.9);
    return lineChart({
      description: `${heading} for each sampler, by epoch`,
      series: samplers
        .filter(({ p }) => (shown.length === 0 ? ps : shown).includes(p))
        .map((one) => ({
          name: ps.length === 1 ? one.title : `${one.title}, p = ${one.p}`,
          points: pick(one.byEpoch).map((y, i) => ({ x: i + 1, y })),
        })),
      x: { label: "epoch", whole: true },
      y: { label, percent: true, ...(isFromZero ? { domain: [0, 0] as const } : {}) },
      width: 640,
      height: 340,
    });
  };
  return [
    {
      file: "missampling.svg",
      heading: "Missampled over p",
      caption:
        "The share of the negatives drawn that are hidden entities, mean over epochs and seeds: less is better. “All spans” are uniform draws from spans of any width, as in the paper.",
      chart: overP("Missampled", "missampled", ({ missampling }) => missampling.mean, [
        { name: "uniform, all spans", points: draws.map(({ p, all }) => ({ x: p, y: all.mean })) },
      ]),
    },
    {
      file: "missampling-f1.svg",
      heading: "Dev F1 over p",
      caption: "On completely labelled sentences, mean over seeds.",
      chart: overP("Dev F1", "F1", ({ devF1 }) => devF1.mean),
    },
    {
      file: "missampling-epochs.svg",
      heading: "Missampled by epoch",
      caption: "The same share, epoch by epoch.",
      chart: byEpoch("Missampled", "missampled", ({ missampling }) => missampling, true),
    },
    {
      file: "missampling-denied.svg",
      heading: "Hidden entities denied by epoch",
      caption: "The mean probability of “no entity” that the model gives to hidden entities: less is better.",
      chart: byEpoch(
        "Hidden entities denied",
        "probability",
        ({ hiddenNonEntity }) => hiddenNonEntity,
        false,
      ),
    },
    {
      file: "missampling-learning.svg",
      heading: "Dev F1 by epoch",
      caption: "How stable training is.",
      chart: byEpoch("Dev F1", "F1", ({ devF1 }) => devF1, false),
    },
  ];
}

interface Curve {
  readonly name: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** A chart as a picture that needs no page around it. */
export function picture({ chart }: SamplerChart): string {
  const style = `${pageStyle}\nsvg { background: var(--background); }`;
  return chart.source.replace(
    /^<svg ([^>]*)>/,
    (_, attributes: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}><style>${style}</style>`,
  );
}
