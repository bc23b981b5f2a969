import { dot } from "@observablehq/plot";
import { formatNumber } from "../../format.ts";
import { type Html, html } from "../html.ts";
import { type AxisOptions, layAxis } from "./axis.ts";
import { drawChart } from "./draw-chart.ts";
import { defaultFrame, type Frame } from "./frame.ts";
import { isDrawable, type Point } from "./point.ts";
import { svgSource } from "./svg-element.ts";

export interface ScatterOptions {
  /** What is shown, in words: said to those who cannot see it. */
  readonly description: string;
  readonly points: readonly Point[];
  readonly x: { readonly label: string } & AxisOptions;
  /** `percent`: the numbers are in percent (85 is 85 %). */
  readonly y: { readonly label: string; readonly percent?: boolean } & AxisOptions;
  readonly width?: number;
  readonly height?: number;
}

/** Single points, such as one per run: how two numbers go together. */
export function scatter({ description, points, x, y, ...size }: ScatterOptions): Html {
  const drawn = points.filter((point) => isDrawable(point.x) && isDrawable(point.y));
  if (drawn.length === 0) return html`<p class="empty">There are no numbers to draw.</p>`;
  const unit = y.percent ? " %" : "";
  const frame: Frame = { ...defaultFrame, ...size };
  const title = (point: Point): string =>
    point.title ?? `${x.label} ${formatNumber(point.x)}, ${y.label} ${formatNumber(point.y)}${unit}`;
  return svgSource(
    drawChart({
      description,
      frame,
      x: {
        ...layAxis(
          drawn.map((point) => point.x),
          { nice: true, count: 8, ...x },
        ),
        label: x.label,
      },
      y: {
        ...layAxis(
          drawn.map((point) => point.y),
          { nice: true, ...y },
        ),
        label: y.label,
        unit,
      },
      marks: [dot(drawn, { x: "x", y: "y", r: 3.5, fill: "var(--series-1)", fillOpacity: 0.7, title })],
    }),
  );
}
