/** How a curve is drawn. */
interface SeriesStyle {
  /** A variable of the page's style sheet, so that it suits light and dark. */
  readonly colour: string;
  /** For those who print in black and white or do not tell colours apart; undefined is solid. */
  readonly dash: string | undefined;
}

const colours = 6;
const dashes = [undefined, "6 3", "2 3", "9 3 2 3", "12 4", "4 2 1 2 1 2"];

/** The look of the curve with a number: the first six differ in colour and in dash, and up to 36 in one of the two. */
export function seriesStyle(index: number): SeriesStyle {
  const round = Math.floor(index / colours);
  return { colour: `var(--series-${(index % colours) + 1})`, dash: dashes[(index + round) % dashes.length] };
}
