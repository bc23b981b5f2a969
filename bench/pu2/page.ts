import { percentOf } from "../../src/format.ts";
import {
  facts,
  figures,
  formatNumber,
  type Html,
  html,
  numberColumn,
  page,
  type Section,
  table,
} from "../../src/report/index.ts";
import { anglesFigure, nearAnglesFigure, oValueFigure, removalFigure } from "./charts.ts";
import { type EpochMeasures, paperShares } from "./epoch-measures.ts";
import { allowed, type ExtraTime, published, tellExtraTime } from "./extra-time.ts";
import type { VariantMeans } from "./mean-over-seeds.ts";

interface Pu2PageOptions {
  readonly set: string;
  readonly p: number;
  /** One for each kind of scores, with the same epochs. */
  readonly variants: readonly VariantMeans[];
  readonly time: ExtraTime | undefined;
}

/** The paper's figures on how exploring finds hidden entities, from our own runs. */
export function pu2Page({ set, p, variants, time }: Pu2PageOptions): string {
  const [{ seeds, perEpoch, hiddenShare }] = variants as [VariantMeans];
  const epoch = Math.min(2, perEpoch.length);
  const sections: (Section | undefined)[] = [
    {
      content: html`<p>While <code>pu2</code> explores, it trains on the labels as they are, gaps included. Then it ranks all words without a label by their O-value, the score of “outside of entities”, and leaves out the share λ with the smallest. Here the labels were hidden on purpose, so it is known which of these words belong to entities: ${percentOf(hiddenShare)} of them.</p>`,
    },
    { heading: "O-values by epoch (as Figure 2)", content: figures(variants.map(oValueFigure)) },
    {
      heading: "What is removed (as Figure 3)",
      content: figures([
        ...variants.map((variant) => removalFigure(variant, "precision")),
        ...variants.map((variant) => removalFigure(variant, "recall")),
      ]),
    },
    {
      heading: "With and without angles (as Figure 6)",
      content: figures([
        anglesFigure(variants, epoch, "precision"),
        anglesFigure(variants, epoch, "recall"),
        nearAnglesFigure(variants, epoch),
      ]),
    },
    { heading: "In figures", content: measuresTable(variants) },
    time === undefined ? undefined : { heading: "Time (as Table 8)", content: timeFacts(time) },
  ];
  return page({
    title: "How exploring finds hidden entities",
    subtitle: `${set}, each training label hidden with p = ${p}; bilstm with a crf; ${seeds === 1 ? "one seed" : `means of ${seeds} seeds`}`,
    sections: sections.filter((section) => section !== undefined),
    data: { set, p, variants, time },
  });
}

type Row = EpochMeasures & { readonly title: string };

/** Some λ of the table: the ends of the paper's grid, and one beyond. */
const tabled = [paperShares[0]!, paperShares.at(-1)!, 0.3];

function measuresTable(variants: readonly VariantMeans[]): Html {
  return html`${table<Row>({
    name: "measures of each epoch",
    columns: [
      { heading: "epoch", cell: ({ epoch }) => epoch },
      { heading: "scores", cell: ({ title }) => title },
      numberColumn("O, hidden", 2, ({ hidden }) => hidden),
      numberColumn("O, outside", 2, ({ outside }) => outside),
      numberColumn("told apart, %", 1, ({ toldApart }) => 100 * toldApart),
      ...tabled.map((share) => ({
        heading: `λ = ${formatNumber(100 * share, share < 0.01 ? 1 : 0)} %`,
        numeric: true,
        cell: (row: Row) => {
          const { precision, recall } = row.removals.find((removal) => removal.share === share)!;
          return `${formatNumber(100 * precision, 1)} / ${formatNumber(100 * recall, 1)}`;
        },
      })),
    ],
    rows: variants.flatMap(({ title, perEpoch }) => perEpoch.map((one) => ({ ...one, title }))),
  })}
<p>O: mean O-value. Told apart: how often a word of a hidden entity has a smaller O-value than a word in no entity (50 % by chance); unlike O-values, it can be compared between the two kinds of scores. λ: precision / recall of the words removed, in percent.</p>`;
}

function timeFacts(time: ExtraTime): Html {
  const paper = published.get(time.epochs);
  return html`${facts([
    {
      name: `Exploring with n = ${time.epochs} adds`,
      value: percentOf(time.added.clock),
      ...(time.epochs === 3 && { remark: `at most ${percentOf(allowed)} wanted` }),
    },
    {
      name: "In processor time",
      value: percentOf(time.added.processor),
      remark: "which others on the machine change less",
    },
    ...(paper === undefined
      ? []
      : [{ name: "In the paper", value: percentOf(paper), remark: "Resume, LEBERT on a GPU" }]),
  ])}
<p>Measured: ${tellExtraTime(time)}. Scoring dev sentences makes the main stage longer, and the share of exploring smaller.</p>`;
}
