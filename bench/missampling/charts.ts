import type { RunEpoch } from "../../src/bench/index.ts";
import { type Html, lineChart } from "../../src/report/index.ts";
import { pageStyle } from "../../src/report/page-style.ts";
import { measured, type SamplerSummary } from "./summary.ts";

export interface SamplerChart {
  /** The name of the picture. */
  readonly file: string;
  readonly heading: string;
  readonly caption: string;
  readonly chart: Html;
}

/** What the samplers did over epochs, a curve for each. */
export function missamplingCharts(samplers: readonly SamplerSummary[]): SamplerChart[] {
  const chart = (
    heading: string,
    y: { readonly label: string; readonly percent?: boolean; readonly domain?: readonly [number, number] },
    pick: (epoch: RunEpoch) => number,
  ): Html =>
    lineChart({
      description: `${heading} for each sampler, by epoch`,
      series: samplers.map(({ title, result }) => ({
        name: title,
        points: result.perEpoch.map((epoch) => ({ x: epoch.epoch, y: pick(epoch) })),
      })),
      x: { label: "epoch", whole: true },
      y,
      width: 640,
      height: 340,
    });
  return [
    {
      file: "missampling.svg",
      heading: "Missampled",
      caption: "The share of the negatives drawn that are hidden entities: less is better.",
      chart: chart(
        "Missampled",
        { label: "missampled", percent: true, domain: [0, 0] },
        ({ diagnostics }) => 100 * measured(diagnostics, "missampling"),
      ),
    },
    {
      file: "missampling-entropy.svg",
      heading: "Entropy of what is drawn",
      caption:
        "How unsure the model is of the negatives drawn: near 0 it knows them already, and learns little.",
      chart: chart("Entropy of what is drawn", { label: "nats", domain: [0, 0] }, ({ diagnostics }) =>
        measured(diagnostics, "drawnEntropy"),
      ),
    },
    {
      file: "missampling-denied.svg",
      heading: "Hidden entities denied",
      caption: "The mean probability of “no entity” that the model gives to hidden entities: less is better.",
      chart: chart(
        "Hidden entities denied",
        { label: "probability", percent: true },
        ({ diagnostics }) => 100 * measured(diagnostics, "hiddenNonEntity"),
      ),
    },
    {
      file: "missampling-f1.svg",
      heading: "Dev F1",
      caption: "On completely labelled sentences.",
      chart: chart("Dev F1", { label: "F1", percent: true }, ({ dev }) => dev!.f1),
    },
  ];
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
