/** How a curve is drawn. */
interface SeriesStyle {
  /** A variable of the page's style sheet, for light and dark themes. */
  readonly colour: string;
  /** For black-and-white print and readers who cannot tell colours apart; undefined is solid. */
  readonly dash: string | undefined;
}

const colours = 6;
const dashes = [undefined, "6 3", "2 3", "9 3 2 3", "12 4", "4 2 1 2 1 2"];

/** The style of the curve at an index: the first six differ in colour and dash, the first 36 in at least one of the two. */
export function seriesStyle(index: number): SeriesStyle {
  const round = Math.floor(index / colours);
  return { colour: `var(--series-${(index % colours) + 1})`, dash: dashes[(index + round) % dashes.length] };
}
