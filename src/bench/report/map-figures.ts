import { figure, figures, folded, type Html, pointMap } from "../../report/index.ts";
import type { SpanMap } from "../map/span-map.ts";
import type { BenchSummary } from "./summary.ts";
import type { BenchTable } from "./table.ts";
import { columnTitle, rowTitle } from "./titles.ts";
/** What maps show, for somebody who meets them for the first time. */
export const mapText =
  "t-SNE of the vectors by which a model tells spans apart, for entities of the test sentences and for spans that are none; all maps show the same spans. Colours are the gold labels. Where a colour lies together, the model takes these spans for alike; how far clusters lie from each other means little.";

/** How the models of one encoder see the spans of test: a fold for each column, a map for each method. */
export function mapFigures({ suite, maps }: BenchSummary, table: BenchTable): Html[] {
  return table.columns.flatMap((column, i) => {
    const shown = table.rows.flatMap(({ row, entries }) => {
      const run = entries[i]?.results[0]?.run;
      const map = run && maps.get(run.name);
      return map === undefined ? [] : [mapFigure(rowTitle(suite, row).text, map)];
    });
    if (shown.length === 0) return [];
    return [folded(`How models see spans of test (${columnTitle(table, column)})`, figures(shown))];
  });
}

function mapFigure(name: string, { points }: SpanMap): Html {
  const labels = [...new Set(points.flatMap(({ label }) => label ?? []))].sort();
  const group = (label: string | null) =>
    points
      .filter((point) => point.label === label)
      .map(({ x, y, text }) => ({ x, y, title: `${text}\n${label ?? "no entity"}` }));
  return figure({
    heading: name,
    chart: pointMap({
      description: `Map of ${points.length} spans of test as ${name} sees them`,
      groups: [
        ...labels.map((label) => ({ name: label, points: group(label) })),
        { name: "no entity", points: group(null) },
      ],
    }),
    caption: `${points.length} spans; rest the pointer on one to read it.`,
  });
}
