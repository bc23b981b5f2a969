import {
  type Column,
  figure,
  figures,
  formatNumber,
  type Html,
  html,
  page,
  table,
} from "../../src/report/index.ts";
import { missamplingCharts } from "./charts.ts";
import { timesFewer } from "./section.ts";
import type { SamplerSummary } from "./summary.ts";

/** The comparison of samplers as a page with curves, for itself. */
export function missamplingPage(samplers: readonly SamplerSummary[], p: number): string {
  return page({
    title: "Which negatives are drawn",
    subtitle: `CoNLL-03, each training label hidden with p = ${p}; the encoder is cnn`,
    sections: [
      {
        content: html`<p>A sampler draws unlabelled spans that are trained as “no entity”. Some of them are entities whose label is hidden. A good sampler draws few of these, and still draws spans that there is something to learn from.</p>`,
      },
      { heading: "Epoch by epoch", content: figures(missamplingCharts(samplers).map(figure)) },
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
