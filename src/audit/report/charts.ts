import { formatNumber, percent } from "../../format.ts";
import { figure, type Html, html, lineChart } from "../../report/index.ts";
import type { AuditSummary } from "../summary.ts";
import { histogram } from "./histogram.ts";
import { formatScore, scorePlace, scoreTicks } from "./score-axis.ts";

/** What the models' scores mean: shares by score, and a histogram. Empty if there were no labels to compare with. */
export function scoreFigures({ curve, histogram: bins }: AuditSummary): Html[] {
  if (curve.length === 0) return [];
  const isKnown = curve.some(({ hidden }) => hidden !== undefined);
  return [
    figure({
      heading: "What a score means",
      chart: meaningChart(curve, isKnown),
      caption: html`Spans are grouped by the score that the models gave them. <strong>labelled</strong>: the share of them that is labelled. <strong>entities</strong>: the share that are entities, by estimate; more, because labels are missing. <strong>missed</strong>: how likely one that is not labelled was missed, which is the probability in the list below.${isKnown ? html` <strong>truly hidden</strong>: the share of those not labelled whose label was hidden on purpose.` : undefined}`,
    }),
    figure({
      heading: "Spans by score",
      chart: histogram(bins),
      caption:
        "On the right, where the models are sure, most spans are labelled. The unlabelled ones there were probably missed. Bars that reach the top may be higher than the chart.",
    }),
  ];
}

function meaningChart(curve: AuditSummary["curve"], isKnown: boolean): Html {
  const series = (name: string, share: (point: AuditSummary["curve"][number]) => number | undefined) => ({
    name,
    points: curve.map((point) => {
      const y = (share(point) ?? Number.NaN) * 100;
      return {
        x: scorePlace(point.score),
        y,
        title: `score ${formatScore(point.score)}: ${percent(y / 100)} of ${formatNumber(point.spans)}`,
      };
    }),
  });
  return lineChart({
    description: `Share of spans that are labelled, that are entities, and that were missed, by score, at ${curve.length} scores`,
    series: [
      series("labelled", ({ labelled }) => labelled),
      series("entities", ({ entity }) => entity),
      series("missed", ({ missed }) => missed),
      ...(isKnown ? [series("truly hidden", ({ hidden }) => hidden)] : []),
    ],
    x: { label: "score of the model", fixed: scoreTicks },
    y: { label: "share of the spans with this score", percent: true, domain: [0, 100] },
  });
}
