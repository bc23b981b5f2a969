import { figure, figures, formatNumber, type Html, html, lineChart, table } from "../../report/index.ts";
import type { Evaluated } from "../loop/events.ts";
import { diagnosticFigures } from "./metrics.ts";
import { partOf, type RunHistory } from "./run.ts";

interface Row {
  readonly name: string;
  readonly epochs: readonly Evaluated[];
}

/** More names than this over one chart run into each other. */
const MOST_MARKS = 4;

/** What happened before the main stage; undefined where nothing did. */
export function earlySection(run: RunHistory): Html | undefined {
  const { epochs } = partOf(run, "early");
  if (epochs.length === 0) return undefined;
  const stages = stagesOf(epochs, run);
  return html`<p>Each of these stages began with the first weights. What it found out decides what the main stage learns from; its weights are not kept.</p>
${stageTable(stages)}
${figures([lossFigure(epochs, stages), ...diagnosticFigures(epochs)])}`;
}

/** The epochs of each stage, by the plan: two stages may have the same name. */
function stagesOf(epochs: readonly Evaluated[], { planned }: RunHistory): Row[] {
  const rows: { name: string; epochs: Evaluated[] }[] = [];
  let ends = 0;
  for (const stage of planned?.early ?? []) {
    const begins = ends;
    ends += stage.epochs;
    const own = epochs.filter(({ epoch }) => epoch > begins && epoch <= ends);
    if (own.length > 0) rows.push({ name: stage.name, epochs: own });
  }
  return rows;
}

function stageTable(stages: readonly Row[]): Html {
  const best = ({ epochs }: Row) => Math.max(...epochs.flatMap(({ dev }) => dev?.f1 ?? []));
  const isScored = stages.some(({ epochs }) => epochs.some(({ dev }) => dev !== undefined));
  return table<Row>({
    name: "early stages",
    columns: [
      { heading: "stage", cell: ({ name }) => name },
      { heading: "epochs", numeric: true, cell: ({ epochs }) => formatNumber(epochs.length) },
      { heading: "last loss", numeric: true, cell: ({ epochs }) => formatNumber(epochs.at(-1)!.loss, 4) },
      ...(isScored
        ? [
            {
              heading: "best dev F1",
              numeric: true,
              cell: (row: Row) => (Number.isFinite(best(row)) ? formatNumber(best(row), 2) : ""),
            },
          ]
        : []),
    ],
    rows: stages,
  });
}

function lossFigure(epochs: readonly Evaluated[], stages: readonly Row[]): Html {
  return figure({
    heading: "Loss of early stages",
    chart: lineChart({
      description: `Training loss over ${epochs.length} epochs of early stages`,
      series: [
        { name: "mean of the epoch", points: epochs.map(({ epoch, loss }) => ({ x: epoch, y: loss })) },
      ],
      x: { label: "epoch", whole: true },
      y: { label: "loss" },
      marks:
        stages.length > MOST_MARKS
          ? []
          : stages.map(({ name, epochs: own }) => ({ x: own[0]!.epoch, label: name })),
    }),
    caption: "It rises where a stage begins, because each begins with the first weights.",
  });
}
