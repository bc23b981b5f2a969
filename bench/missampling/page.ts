import {
  type Column,
  figure,
  figures,
  formatNumber,
  type Html,
  html,
  lineChart,
  page,
  table,
} from "../../src/report/index.ts";
import type { EpochResult } from "../results/cell-result.ts";
import { timesFewer } from "./section.ts";
import { measured, type SamplerSummary } from "./summary.ts";

/** The comparison of samplers as a page with curves, for itself. */
export function missamplingPage(samplers: readonly SamplerSummary[], p: number): string {
  const chart = (
    heading: string,
    caption: string,
    y: { readonly label: string; readonly percent?: boolean },
    pick: (epoch: EpochResult) => number,
  ): Html =>
    figure({
      heading,
      caption,
      chart: lineChart({
        description: `${heading} for each sampler, by epoch`,
        series: samplers.map(({ title, result }) => ({
          name: title,
          points: result.perEpoch.map((epoch) => ({ x: epoch.epoch, y: pick(epoch) })),
        })),
        x: { label: "epoch", whole: true },
        y,
        width: 640,
        height: 340,
      }),
    });
  return page({
    title: "Which negatives are drawn",
    subtitle: `CoNLL-03, each training label hidden with p = ${p}; the encoder is cnn`,
    sections: [
      {
        content: html`<p>A sampler draws unlabelled spans that are trained as “no entity”. Some of them are entities whose label is hidden. A good sampler draws few of these, and still draws spans that there is something to learn from.</p>`,
      },
      {
        heading: "Epoch by epoch",
        content: figures([
          chart(
            "Missampled",
            "The share of the negatives drawn that are hidden entities: less is better.",
            { label: "missampled", percent: true },
            ({ diagnostics }) => 100 * measured(diagnostics, "missampling"),
          ),
          chart(
            "Entropy of what is drawn",
            "How unsure the model is of the negatives drawn: near 0 it knows them already, and learns little.",
            { label: "nats" },
            ({ diagnostics }) => measured(diagnostics, "drawnEntropy"),
          ),
          chart(
            "Hidden entities denied",
            "The mean probability of “no entity” that the model gives to hidden entities: less is better.",
            { label: "probability", percent: true },
            ({ diagnostics }) => 100 * measured(diagnostics, "hiddenNonEntity"),
          ),
          chart(
            "Dev F1",
            "On completely labelled sentences.",
            { label: "F1", percent: true },
            ({ dev }) => dev.f1,
          ),
        ]),
      },
      { heading: "In figures", content: figuresTable(samplers) },
    ],
    data: samplers,
  });
}

function figuresTable(samplers: readonly SamplerSummary[]): Html {
  const column = (
    heading: string,
    digits: number,
    pick: (row: SamplerSummary) => number | undefined,
  ): Column<SamplerSummary> => ({
    heading,
    numeric: true,
    cell: (row) => formatNumber(pick(row) ?? Number.NaN, digits),
  });
  return table<SamplerSummary>({
    name: "samplers in figures",
    columns: [
      { heading: "sampler", cell: ({ title }) => title },
      column("missampled, %", 3, ({ missampling }) => missampling),
      column("uniform ÷ this", 1, (row) => timesFewer(samplers, row)),
      column("last epoch, %", 3, ({ lastMissampling }) => lastMissampling),
      column("entropy drawn", 4, ({ drawnEntropy }) => drawnEntropy),
      column("denied, %", 1, ({ hiddenNonEntity }) => 100 * hiddenNonEntity),
      column("dev F1", 2, ({ devF1 }) => devF1),
      column("test F1", 2, ({ testF1 }) => testF1),
    ],
    rows: samplers,
  });
}
