import { figure, type Html, lineChart, type Series } from "../../src/report/index.ts";
import { type EpochMeasures, paperShares, type Removal, removedShares } from "./epoch-measures.ts";
import type { VariantMeans } from "./mean-over-seeds.ts";

type Quality = "precision" | "recall";

/** More curves than this in one chart cannot be told from each other. */
const MOST_CURVES = 5;

/** The mean O-value of hidden and of true negatives by epoch. [PU2, Fig. 2] */
export function oValueFigure({ title, perEpoch }: VariantMeans): Html {
  const curve = (name: string, of: (epoch: EpochMeasures) => number): Series => ({
    name,
    points: perEpoch.map((one) => ({ x: one.epoch, y: of(one) })),
  });
  return figure({
    heading: title,
    chart: lineChart({
      description: `Mean O-value of words of hidden entities and of words in no entity by epoch, ${title}`,
      series: [
        curve("in hidden entities", ({ hidden }) => hidden),
        curve("truly outside", ({ outside }) => outside),
      ],
      x: { label: "epoch", whole: true },
      y: { label: "mean O-value" },
    }),
    caption:
      "The further the lower curve is below the upper one, the better the model tells missed entities from words that are rightly O.",
  });
}

/** Precision or recall of the removed words over λ, a curve for each epoch. [PU2, Fig. 3] */
export function removalFigure(variant: VariantMeans, quality: Quality): Html {
  const { title, perEpoch } = variant;
  return figure({
    heading: `${capital(quality)}, ${title}`,
    chart: removalChart(
      `${capital(quality)} of the removed words over the share removed, ${title}`,
      quality,
      shownEpochs(perEpoch).map(({ epoch, removals }) => ({ name: `epoch ${epoch}`, removals })),
      variant.hiddenShare,
    ),
    caption: reading[quality],
  });
}

/** Both kinds of scores in one chart, after one epoch. [PU2, Fig. 6] */
export function anglesFigure(variants: readonly VariantMeans[], epoch: number, quality: Quality): Html {
  const [{ hiddenShare }] = variants as [VariantMeans];
  return figure({
    heading: `${capital(quality)} after epoch ${epoch}`,
    chart: removalChart(
      `${capital(quality)} of the removed words over the share removed, with and without angles`,
      quality,
      after(variants, epoch),
      hiddenShare,
    ),
    caption: "The scores whose curve is higher find more of the hidden entities with as many words removed.",
  });
}

/** Precision with both kinds of scores where the paper's λ are, near enough to see which is better. */
export function nearAnglesFigure(variants: readonly VariantMeans[], epoch: number): Html {
  return figure({
    heading: `Precision after epoch ${epoch}, the paper's λ only`,
    chart: lineChart({
      description: "Precision of the removed words for small shares removed, with and without angles",
      series: after(variants, epoch).map(({ name, removals }) => ({
        name,
        points: removals
          .filter(({ share }) => paperShares.includes(share))
          .map(({ share, precision }) => ({ x: 100 * share, y: 100 * precision })),
      })),
      x: { label: "words removed (λ), %", domain: [0, 10] },
      y: { label: "precision", percent: true },
    }),
    caption: "The same as above for λ up to 10 %; the axis does not begin at 0.",
  });
}

function after(variants: readonly VariantMeans[], epoch: number): RemovalCurve[] {
  return variants.map(({ title, perEpoch }) => ({
    name: title,
    removals: perEpoch.find((one) => one.epoch === epoch)!.removals,
  }));
}

const reading: { readonly [Q in Quality]: string } = {
  precision:
    "Of the words that are removed, how many belong to hidden entities: it falls as more are removed, and should stay far above what removing words by chance would give.",
  recall:
    "Of the words of hidden entities, how many are removed: it rises as more are removed, and no ranking can rise faster than the curve “at best”.",
};

interface RemovalCurve {
  readonly name: string;
  readonly removals: readonly Removal[];
}

function removalChart(
  description: string,
  quality: Quality,
  curves: readonly RemovalCurve[],
  hiddenShare: number,
): Html {
  const bound =
    quality === "precision"
      ? { name: "by chance", removals: blind(() => hiddenShare) }
      : { name: "at best", removals: blind((share) => Math.min(1, share / hiddenShare)) };
  return lineChart({
    description,
    series: [...curves, bound].map(({ name, removals }) => ({
      name,
      faint: name === bound.name,
      points: removals.map((removal) => ({ x: 100 * removal.share, y: 100 * removal[quality] })),
    })),
    x: { label: "words removed (λ), %", domain: [0, 100] },
    y: { label: quality, percent: true, domain: [0, 100] },
    marks: [{ x: 100 * paperShares.at(-1)!, label: "the paper's largest λ" }],
  });
}

/** A curve that is known without any model. */
function blind(of: (share: number) => number): Removal[] {
  return removedShares.map((share) => ({ share, precision: of(share), recall: of(share) }));
}

/** The first epochs, in which most happens, and the last; all where they are few. */
function shownEpochs(perEpoch: readonly EpochMeasures[]): readonly EpochMeasures[] {
  if (perEpoch.length <= MOST_CURVES) return perEpoch;
  const middle = perEpoch[Math.floor(perEpoch.length / 2)]!;
  return [...new Set([...perEpoch.slice(0, MOST_CURVES - 2), middle, perEpoch.at(-1)!])];
}

function capital(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1);
}
