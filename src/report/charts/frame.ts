import type { Axis } from "./axis.ts";

/** The size of a chart and its margins, in pixels. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The default size: two fit side by side on a page. */
export const defaultFrame: Frame = { width: 560, height: 300, left: 56, right: 16, top: 40, bottom: 44 };

/** The position of a number on the x axis, in pixels. */
export function pixelX({ domain: [low, high] }: Axis, { width, left, right }: Frame, value: number): number {
  return left + ((value - low) / (high - low)) * (width - left - right);
}

/** The position of a number on the y axis, in pixels from the top. */
export function pixelY({ domain: [low, high] }: Axis, { height, top, bottom }: Frame, value: number): number {
  return height - bottom - ((value - low) / (high - low)) * (height - top - bottom);
}
