import { figure, figures, type Html, html, numberColumn, page, table } from "../../src/report/index.ts";
import { missamplingCharts } from "./charts.ts";
import type { UniformDraws } from "./draws.ts";
import { timesFewer } from "./section.ts";
import type { SamplerSummary } from "./summary.ts";

/** The comparison of samplers as a page with curves, for itself. */
export function missamplingPage(samplers: readonly SamplerSummary[], draws: readonly UniformDraws[]): string {
  return page({
    title: "Which negatives are drawn",
    subtitle: "CoNLL-03 with hidden training labels; the encoder is cnn",
    sections: [
      {
        content: html`<p>A sampler draws unlabelled spans that are trained as “no entity”. Some of them are entities whose label is hidden. A good sampler draws few of these, and still draws spans that there is something to learn from.</p>`,
      },
      { heading: "Curves", content: figures(missamplingCharts(samplers, draws).map(figure)) },
      { heading: "In figures", content: figuresTable(samplers) },
    ],
    data: { samplers, draws },
  });
}

function figuresTable(samplers: readonly SamplerSummary[]): Html {
  return table<SamplerSummary>({
    name: "samplers in figures",
    columns: [
      numberColumn("p", 1, ({ p }) => p),
      { heading: "sampler", cell: ({ title }) => title },
      numberColumn("missampled, %", 3, ({ missampling }) => missampling.mean),
      numberColumn("uniform ÷ this", 1, (row) => timesFewer(samplers, row)),
      numberColumn("last epoch, %", 3, ({ lastMissampling }) => lastMissampling),
      numberColumn("entropy drawn", 4, ({ drawnEntropy }) => drawnEntropy),
      numberColumn("denied, %", 1, ({ byEpoch }) => byEpoch.hiddenNonEntity.at(-1)),
      numberColumn("dev F1", 2, ({ devF1 }) => devF1.mean),
      numberColumn("test F1", 2, ({ testF1 }) => testF1.mean),
    ],
    rows: samplers,
  });
}
