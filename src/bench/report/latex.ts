import { counted } from "../../format.ts";
import { costColumns, rowCosts } from "./costs.ts";
import { stars } from "./entry-text.ts";
import type { MeanAndSd } from "./mean-and-sd.ts";
import type { BenchSummary } from "./summary.ts";
import type { BenchEntry, BenchTable } from "./table.ts";
import { columnTitle, rowTitle } from "./titles.ts";

type Score = "precision" | "recall" | "f1";

const headings: Readonly<Record<Score, string>> = { precision: "P", recall: "R", f1: "F1" };

/** With more data sets and masks than this, precision and recall have a table of their own. */
const WIDEST = 2;

/** The tables of a bench for a paper: scores and costs of each encoder, best scores in bold. They need `booktabs`. */
export function benchLatex(summary: BenchSummary): string {
  const tables = summary.tables.flatMap((table) => {
    const places = table.columns.flatMap((column, i) =>
      table.rows.some(({ entries }) => entries[i]?.f1 !== undefined) ? [{ column, i }] : [],
    );
    if (places.length === 0) return [];
    const scores =
      places.length <= WIDEST
        ? [scoreTable(summary, table, places, ["precision", "recall", "f1"])]
        : [
            scoreTable(summary, table, places, ["f1"]),
            scoreTable(summary, table, places, ["precision", "recall"]),
          ];
    return [...scores, costTable(summary, table)];
  });
  return `${["% \\usepackage{booktabs}", ...tables].join("\n\n")}\n`;
}

interface Place {
  readonly column: string;
  /** Among the entries of a row. */
  readonly i: number;
}

function scoreTable(
  summary: BenchSummary,
  table: BenchTable,
  places: readonly Place[],
  scores: readonly Score[],
): string {
  const rows = table.rows.filter(({ entries }) => places.some(({ i }) => entries[i]?.f1 !== undefined));
  const cells = places.flatMap(({ i }) =>
    scores.map((score) =>
      columnCells(
        rows.map(({ entries }) => entries[i]),
        score,
      ),
    ),
  );
  const titles = places.map(({ column }) => escaped(columnTitle(table, column)));
  const body = rows.map(({ row }, r) => [
    escaped(rowTitle(summary.suite, row).text),
    ...cells.map((own) => own[r]!),
  ]);
  const head =
    scores.length === 1
      ? [line(["Method", ...titles])]
      : [
          line(["", ...titles.map((title) => `\\multicolumn{${scores.length}}{c}{${title}}`)]),
          places
            .map((_, p) => `\\cmidrule(lr){${2 + p * scores.length}-${1 + (p + 1) * scores.length}}`)
            .join(" "),
          line(["Method", ...places.flatMap(() => scores.map((score) => headings[score]))]),
        ];
  const name = scores.map((score) => headings[score]).join(", ");
  return floating({
    caption: `Test ${name} with ${escaped(table.encoder)}${captionOf(
      summary,
      rows.flatMap(({ entries }) => entries),
      scores,
    )}`,
    label: `tab:${labelOf(summary.name)}-${labelOf(table.encoder)}-${scores.map((score) => headings[score].toLowerCase()).join("")}`,
    columns: `l${"r".repeat(cells.length)}`,
    head,
    body: body.map(line),
  });
}

function costTable({ name, suite }: BenchSummary, table: BenchTable): string {
  const costs = rowCosts(table);
  const columns = costColumns(costs);
  return floating({
    caption: `What a run took with ${escaped(table.encoder)}: epochs of all stages and of the main one, encoders trained side by side, words read by each in training, processor time and time. Means over masks and seeds.`,
    label: `tab:${labelOf(name)}-${labelOf(table.encoder)}-cost`,
    columns: `l${columns.map(({ heading }) => (heading === "data" ? "l" : "r")).join("")}`,
    head: [line(["Method", ...columns.map(({ heading }) => escaped(heading))])],
    body: costs.map((cost) =>
      line([escaped(rowTitle(suite, cost.row).text), ...columns.map(({ text }) => escaped(text(cost)))]),
    ),
  });
}

/**
 * The cells of one score in one column. All have the same decimals, as many as the smallest standard deviation needs for
 * two digits that mean something: one or two. The best mean is bold; so is every other that looks the same.
 */
function columnCells(entries: readonly (BenchEntry | undefined)[], score: Score): string[] {
  const values = entries.map((entry) => entry?.[score]);
  const decimals = decimalsFor(values);
  const shown = values.map((value) => value?.mean.toFixed(decimals));
  const best = Math.max(...shown.map((text) => (text === undefined ? -Infinity : Number(text))));
  return values.map((value, r) => {
    if (value === undefined) return "--";
    const isBest = Number(shown[r]) === best;
    const mean = isBest ? `\\mathbf{${shown[r]}}` : shown[r];
    const spread = value.sd === undefined ? "" : ` \\pm ${value.sd.toFixed(decimals)}`;
    const marks = score === "f1" ? stars(entries[r]?.p) : "";
    return `$${mean}${spread}${marks === "" ? "" : `^{${marks}}`}$`;
  });
}

/** Decimals by which the smallest standard deviation shows two significant digits: one or two, and two without any. */
export function decimalsFor(values: readonly (MeanAndSd | undefined)[]): number {
  const spreads = values.flatMap((value) => (value?.sd === undefined || value.sd === 0 ? [] : [value.sd]));
  if (spreads.length === 0) return 2;
  const wanted = 1 - Math.floor(Math.log10(Math.min(...spreads)));
  return Math.min(2, Math.max(1, wanted));
}

function captionOf(
  { suite }: BenchSummary,
  entries: readonly (BenchEntry | undefined)[],
  scores: readonly Score[],
): string {
  const seeds = [...new Set(entries.flatMap((entry) => entry?.f1?.count ?? []))].sort((a, b) => a - b);
  const over =
    seeds.length === 1
      ? `mean over ${counted(seeds[0]!, "seed")}`
      : `mean over ${seeds[0]} to ${counted(seeds.at(-1)!, "seed")}`;
  const isSpread = entries.some((entry) => entry?.f1?.sd !== undefined);
  const isTested = scores.includes("f1") && entries.some((entry) => entry?.p !== undefined);
  return [
    `, ${over}${isSpread ? ", $\\pm$ standard deviation" : ""}. Best in bold.`,
    ...(isTested && suite.baseline !== null
      ? [
          `Stars: difference from ${escaped(rowTitle(suite, suite.baseline).text)}, $p < 0.05$ ($^{*}$), $0.01$ ($^{**}$), $0.001$ ($^{***}$), approximate randomisation over test sentences.`,
        ]
      : []),
  ].join(" ");
}

interface Floating {
  readonly caption: string;
  readonly label: string;
  readonly columns: string;
  readonly head: readonly string[];
  readonly body: readonly string[];
}

function floating({ caption, label, columns, head, body }: Floating): string {
  return [
    "\\begin{table}[t]",
    "\\centering",
    `\\caption{${caption}}`,
    `\\label{${label}}`,
    `\\begin{tabular}{${columns}}`,
    "\\toprule",
    ...head,
    "\\midrule",
    ...body,
    "\\bottomrule",
    "\\end{tabular}",
    "\\end{table}",
  ].join("\n");
}

function line(cells: readonly string[]): string {
  return `${cells.join(" & ")} \\\\`;
}

/** What LaTeX reads as a command or does not know, as it must be written. */
const written: ReadonlyMap<string, string> = new Map([
  ["\\", "\\textbackslash{}"],
  ["~", "\\textasciitilde{}"],
  ["^", "\\textasciicircum{}"],
  ...["&", "%", "$", "#", "_", "{", "}"].map((sign) => [sign, `\\${sign}`] as const),
  ...["<", ">"].map((sign) => [sign, `$${sign}$`] as const),
  ["–", "--"],
  ["—", "---"],
  ["−", "$-$"],
  ["±", "$\\pm$"],
  ["×", "$\\times$"],
  ["≤", "$\\leq$"],
  ["≥", "$\\geq$"],
  ["½", "$\\frac{1}{2}$"],
  ...[
    ...[
      "alpha",
      "beta",
      "gamma",
      "delta",
      "epsilon",
      "zeta",
      "eta",
      "theta",
      "iota",
      "kappa",
      "lambda",
      "mu",
    ],
    ...["nu", "xi", "", "pi", "rho", "", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega"],
  ].flatMap((name, i) => (name === "" ? [] : [[String.fromCodePoint(0x3b1 + i), `$\\${name}$`] as const])),
  // The micro sign, which keyboards have in place of the letter.
  ["µ", "$\\mu$"],
]);

/** Text as LaTeX must read it to print it. */
export function escaped(text: string): string {
  return [...text.replaceAll(/\s+/g, " ")].map((sign) => written.get(sign) ?? sign).join("");
}

/** A name as part of a label, where few signs are safe. */
function labelOf(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}]+/gu, "-");
}
