import { figure, formatNumber, type Html, lineChart, type Point, type Series } from "../../report/index.ts";
import type { RunEpoch } from "../run/run-result.ts";
import { mainEpochs } from "./costs.ts";
import { meanAndSd } from "./mean-and-sd.ts";
import type { BenchSummary } from "./summary.ts";
import type { BenchEntry, BenchTable } from "./table.ts";
import { columnTitle, rowTitle, splitColumn } from "./titles.ts";
/** The figures of one encoder; only those that there are numbers for. */
export function benchFigures(summary: BenchSummary, table: BenchTable): Html[] {
  const sets = [...new Set(table.columns.map((column) => splitColumn(column).set))];
  return [
    ...sets.flatMap((set) => overMasking(summary, table, set)),
    ...table.columns.flatMap((column, i) => overEpochs(summary, table, column, i)),
  ];
}

/** F1 and missampling over the chance of a label to be hidden. */
function overMasking({ suite }: BenchSummary, table: BenchTable, set: string): Html[] {
  const places = table.columns.flatMap((column, i) => {
    const { set: own, mask } = splitColumn(column);
    return own === set && mask !== undefined ? [{ mask, i }] : [];
  });
  if (places.length < 2) return [];
  const curves = (value: (entry: BenchEntry) => number | undefined): Series[] =>
    table.rows.flatMap(({ row, entries }) => {
      const points = places.flatMap(({ mask, i }): Point[] => {
        const entry = entries[i];
        const y = entry && value(entry);
        return y === undefined ? [] : [{ x: mask, y }];
      });
      return points.length === 0 ? [] : [{ name: rowTitle(suite, row).text, points }];
    });
  const published = suite.published.flatMap(({ row, encoder, f1 }): Series[] => {
    const points = Object.entries(f1)
      .flatMap(([column, y]) => {
        const { set: own, mask } = splitColumn(column);
        return own === set && mask !== undefined ? [{ x: mask, y }] : [];
      })
      .sort((a, b) => a.x - b.x);
    return points.length === 0 ? [] : [{ name: `${row}, ${encoder} (paper)`, points, faint: true }];
  });
  const x = { label: "probability that a training label is hidden", domain: [0, 0] as const };
  const f1 = curves((entry) => entry.f1?.mean);
  const missampling = curves((entry) => meanOf(entry, "missampling"));
  return [
    ...(f1.length === 0
      ? []
      : [
          figure({
            heading: `F1 over hidden labels (${table.encoder}, ${set})`,
            chart: lineChart({
              description: `Test F1 of each method over the share of hidden labels, on ${set}`,
              series: [...f1, ...published],
              x,
              y: { label: "test F1", percent: true },
            }),
            caption:
              published.length === 0
                ? "Test F1, the mean over seeds."
                : "Test F1, the mean over seeds. Thin curves are what papers report, mostly with far larger encoders.",
          }),
        ]),
    ...(missampling.length === 0
      ? []
      : [
          figure({
            heading: `Missampling over hidden labels (${table.encoder}, ${set})`,
            chart: lineChart({
              description: `The share of negatives that are hidden entities, over the share of hidden labels, on ${set}`,
              series: missampling,
              x,
              y: { label: "negatives that are entities", percent: true, domain: [0, 0] },
            }),
            caption:
              "Of the spans taught as “no entity”, the share that are entities whose label is hidden: the mean over epochs and seeds. Lower is better.",
          }),
        ]),
  ];
}

/** How dev F1 rose, and what became of the O-values, in one column. */
function overEpochs({ suite }: BenchSummary, table: BenchTable, column: string, i: number): Html[] {
  const title = columnTitle(table, column);
  const rows = table.rows.map(({ row, entries }) => ({ name: rowTitle(suite, row).text, entry: entries[i] }));
  const curve = (entry: BenchEntry | undefined, value: (epoch: RunEpoch) => number | undefined) =>
    entry === undefined ? [] : epochMeans(entry, value);
  const f1 = rows
    .map(({ name, entry }): Series => {
      const points = curve(entry, ({ dev }) => dev?.f1);
      const ring = entry && keptPoint(entry, points.length);
      return ring === undefined
        ? { name, points }
        : { name: `${formatNumber(ring.y, 2)} ${name}`, points, ring };
    })
    .filter(({ points }) => points.length > 1);
  const oValues = rows
    .flatMap(({ name, entry }): Series[] => [
      {
        name: `${name}: hidden entities`,
        points: curve(entry, ({ diagnostics }) => diagnostics.oValueHidden),
      },
      {
        name: `${name}: other words`,
        points: curve(entry, ({ diagnostics }) => diagnostics.oValueOutside),
        faint: true,
      },
    ])
    .filter(({ points }) => points.length > 0);
  return [
    ...(f1.length === 0
      ? []
      : [
          figure({
            heading: `F1 over epochs (${table.encoder}, ${title})`,
            chart: lineChart({
              description: `F1 on dev of each method by epoch, ${title}`,
              series: f1,
              x: { label: "epoch", whole: true },
              y: { label: "dev F1", percent: true },
            }),
            caption:
              "On dev after each epoch of the main training, the mean over the seeds, as far as all of them went. Rings (at the mean of the kept epochs) and numbers: the kept models as they were tested, after what their method fits on dev at its end.",
          }),
        ]),
    ...(oValues.length === 0
      ? []
      : [
          figure({
            heading: `O-values over epochs (${table.encoder}, ${title})`,
            chart: lineChart({
              description: `Mean O-values of words of hidden entities and of other words by epoch, ${title}`,
              series: oValues,
              x: { label: "epoch", whole: true },
              y: { label: "mean O-value" },
            }),
            caption:
              "The score of “outside” for words of entities whose label is hidden, and for words in no entity. While the first is well below the second, the model still tells missed entities from the rest.",
          }),
        ]),
  ];
}

/** The dev score of the kept models as they were tested, where their epoch is: the mean over the seeds. */
function keptPoint({ results }: Pick<BenchEntry, "results">, epochs: number): Point | undefined {
  const y = meanAndSd(results.map(({ dev }) => dev.f1))?.mean;
  const best = meanAndSd(
    results.map((result) => result.bestEpoch - (result.perEpoch.length - mainEpochs(result))),
  )?.mean;
  if (y === undefined || best === undefined) return undefined;
  const x = Math.min(Math.max(1, best), epochs);
  return { x, y, title: `the kept models as tested: ${formatNumber(y, 2)}` };
}

/** Means over the seeds of an entry by epochs of the main stage, as far as all seeds went. */
export function epochMeans(
  { results }: Pick<BenchEntry, "results">,
  value: (epoch: RunEpoch) => number | undefined,
): Point[] {
  const runs = results.map(({ perEpoch }) => perEpoch.filter(({ stage }) => stage === undefined));
  const shortest = Math.min(...runs.map(({ length }) => length));
  if (!Number.isFinite(shortest)) return [];
  return Array.from({ length: shortest }, (_, i) => runs.map((epochs) => value(epochs[i]!))).flatMap(
    (values, i) => {
      const known = values.filter((one) => one !== undefined);
      const y = meanAndSd(known)?.mean;
      if (y === undefined || known.length < values.length) return [];
      return [{ x: i + 1, y, title: `epoch ${i + 1}: ${formatNumber(y, 2)}` }];
    },
  );
}

/** A measurement in percent, as the mean over epochs and then over seeds. */
function meanOf({ results }: BenchEntry, name: string): number | undefined {
  const means = results.flatMap(({ perEpoch }) => {
    const values = perEpoch.flatMap(({ diagnostics }) => {
      const value = new Map(Object.entries(diagnostics)).get(name);
      return value === undefined ? [] : [value];
    });
    return meanAndSd(values)?.mean ?? [];
  });
  const mean = meanAndSd(means)?.mean;
  return mean === undefined ? undefined : 100 * mean;
}
