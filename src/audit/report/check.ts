import { counted, formatNumber, percent } from "../../format.ts";
import { facts, figure, figures, folded, type Html, html, lineChart, table } from "../../report/index.ts";
import type { AuditCheck } from "../summary.ts";
import { countInterval } from "./numbers.ts";

/** For masked data: how well the audit did, measured on the hidden entities. */
export function checkSection(check: AuditCheck): Html {
  const { hidden, first, cut, estimate } = check;
  return html`<p>This data is masked: labels were hidden on purpose, ${formatNumber(hidden)} of them, to see how many the audit would find.</p>
${facts([
  ...first.map(({ suggestions, precision }) => ({
    name: `Of the first ${formatNumber(suggestions)} suggestions`,
    value: `${percent(precision)} are right`,
    remark: "entities that had been hidden",
  })),
  {
    name: "Found of all that was hidden",
    value: percent(cut.recall),
    remark: `${formatNumber(cut.right)} of ${formatNumber(hidden)}, by ${counted(cut.suggestions, "suggestion")} of which ${percent(cut.precision)} are right`,
  },
  {
    name: "Estimate of what is missing",
    value: formatNumber(Math.round(estimate.missing.value)),
    remark: `${deviation(estimate.error)}; the interval ${countInterval(estimate.missing)} ${estimate.covered ? "holds" : "does not hold"} the truth`,
  },
])}
${figures([reliabilityFigure(check)])}
${folded("By type", checkTable(check))}`;
}

function deviation(error: number): string {
  if (Math.abs(error) < 0.0005) return "exactly right";
  return `${formatNumber(Math.abs(error) * 100, 1)} % too ${error > 0 ? "high" : "low"}`;
}

function reliabilityFigure({ reliability }: AuditCheck): Html {
  return figure({
    heading: "Are the probabilities calibrated?",
    chart: lineChart({
      description: `Share of right suggestions by probability, at ${reliability.length} probabilities`,
      series: [
        {
          name: "suggestions",
          points: reliability.map(({ probability, suggestions, right }) => ({
            x: probability * 100,
            y: (right / suggestions) * 100,
            title: `said ${percent(probability)}: ${formatNumber(right)} of ${formatNumber(suggestions)} right`,
          })),
        },
        {
          name: "perfectly calibrated",
          points: [0, 100].map((x) => ({ x, y: x })),
          faint: true,
        },
      ],
      x: { label: "probability that the audit gave, in %", domain: [0, 100] },
      y: { label: "share that is right", percent: true, domain: [0, 100] },
    }),
    caption:
      "Of the suggestions with a probability of 80 %, eight in ten should be right. Above the thin line the audit was underconfident, below it overconfident.",
  });
}

function checkTable({ types }: AuditCheck): Html {
  return table<AuditCheck["types"][number]>({
    name: "check by type",
    columns: [
      { heading: "type", cell: ({ label }) => html`<bdi>${label}</bdi>` },
      { heading: "hidden", numeric: true, cell: ({ hidden }) => formatNumber(hidden) },
      { heading: "estimate", numeric: true, cell: ({ missing }) => formatNumber(Math.round(missing.value)) },
      { heading: "95 % interval", numeric: true, cell: ({ missing }) => countInterval(missing) },
      { heading: "holds the truth", cell: ({ covered }) => (covered ? "yes" : "no") },
      { heading: "right", numeric: true, cell: ({ precision }) => percent(precision) },
      { heading: "found", numeric: true, cell: ({ recall }) => percent(recall) },
    ],
    rows: types,
  });
}
