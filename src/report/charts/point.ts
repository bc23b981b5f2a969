/** A point of a chart. Where `y` is not a number, the curve has a gap. */
export interface Point {
  readonly x: number;
  readonly y: number;
  /** The tooltip. Default: the numbers. */
  readonly title?: string;
}

/** Whether a number can be drawn. Beyond this size, differences would no longer be numbers. */
export const isDrawable = (value: unknown): value is number =>
  typeof value === "number" && Math.abs(value) < 1e150;
