import { dot, line, type Markish, ruleX, text } from "@observablehq/plot";
import { formatNumber } from "../../format.ts";
import { type Html, html } from "../html.ts";
import { type Axis, type AxisOptions, layAxis } from "./axis.ts";
import { drawChart } from "./draw-chart.ts";
import { defaultFrame, type Frame } from "./frame.ts";
import { legend, legendWidth } from "./legend.ts";
import { isDrawable, type Point } from "./point.ts";
import { seriesStyle } from "./series-style.ts";
import { svgSource } from "./svg-element.ts";

/** One curve: its points from left to right. */
export interface Series {
  readonly name: string;
  readonly points: readonly Point[];
  /** A thin, pale curve, as background for another. */
  readonly faint?: boolean;
  /** A point that stands apart from the curve, drawn as a ring: what became of the curve in the end. */
  readonly ring?: Point;
}

export interface LineChartOptions {
  /** The chart in words, for screen readers. */
  readonly description: string;
  readonly series: readonly Series[];
  readonly x: { readonly label: string } & AxisOptions;
  /** `percent`: the numbers are in percent (85 is 85 %). */
  readonly y: { readonly label: string; readonly percent?: boolean } & AxisOptions;
  /** Vertical lines, each with a label at the top. */
  readonly marks?: readonly { readonly x: number; readonly label: string }[];
  readonly width?: number;
  readonly height?: number;
}

/** Beyond this many points, dots are not drawn; the points still have tooltips. */
const mostDots = 60;

/** Curves over an axis of numbers, each named at its end. The same numbers give the same bytes. */
export function lineChart({ description, series, x, y, marks = [], ...size }: LineChartOptions): Html {
  const known = series.map((one) => ({
    ...one,
    points: one.points.map(drawable).filter((point) => isDrawable(point.x)),
  }));
  const drawn = known.flatMap(({ points, ring }) =>
    [...points, ...(ring === undefined ? [] : [ring])].filter((point) => isDrawable(point.y)),
  );
  if (drawn.length === 0) return html`<p class="empty">There are no numbers to draw.</p>`;

  const shownMarks = marks.filter((mark) => isDrawable(mark.x));
  const xAxis = layAxis(
    [...drawn, ...shownMarks].map((point) => point.x),
    { count: 8, ...x },
  );
  const yAxis = layAxis(
    drawn.map((point) => point.y),
    { nice: true, ...y },
  );
  const unit = y.percent ? " %" : "";
  const names = known.map(({ name }) => name);
  const frame: Frame = {
    ...defaultFrame,
    ...size,
    right: known.length > 1 ? legendWidth(names) : defaultFrame.right,
  };
  const svg = drawChart({
    description,
    frame,
    x: { ...xAxis, label: x.label },
    y: { ...yAxis, label: y.label, unit },
    marks: [
      ...shownMarks.flatMap((mark) => uprightMark(mark, xAxis)),
      ...known.flatMap((one, i) =>
        curve(one, i, (point) => `${x.label} ${formatNumber(point.x)}: ${formatNumber(point.y)}${unit}`),
      ),
    ],
  });
  if (known.length > 1) svg.append(legend(known, yAxis, frame));
  return svgSource(svg);
}

/** A point that cannot be drawn is a gap. */
function drawable(point: Point): Point {
  return isDrawable(point.y) ? point : { ...point, y: Number.NaN };
}

function curve(
  { name, points, faint = false, ring }: Series,
  index: number,
  describe: (point: Point) => string,
): Markish[] {
  const { colour, dash } = seriesStyle(index);
  const title = (point: Point): string => `${name}\n${point.title ?? describe(point)}`;
  const isDot = points.map((_, i) => points.length <= mostDots || isAlone(points, i));
  const dots = points.filter((point, i) => isDot[i] && isDrawable(point.y));
  const others = points.filter((point, i) => !isDot[i] && isDrawable(point.y));
  const place = { x: "x", y: "y" } as const;
  return [
    line(points, {
      ...place,
      stroke: colour,
      strokeWidth: faint ? 1.2 : 2,
      ...(faint ? { strokeOpacity: 0.8 } : {}),
      ...(dash === undefined || faint ? {} : { strokeDasharray: dash }),
    }),
    ...(dots.length > 0 ? [dot(dots, { ...place, r: faint ? 1.5 : 3, fill: colour, title })] : []),
    // Invisible, but large enough for the pointer to find.
    ...(others.length > 0
      ? [dot(others, { ...place, r: 4, fill: colour, fillOpacity: 0, className: "hover", title })]
      : []),
    ...(ring === undefined
      ? []
      : [
          dot([ring], {
            ...place,
            r: 6,
            stroke: colour,
            strokeWidth: 2,
            fill: colour,
            fillOpacity: 0,
            title,
          }),
        ]),
  ];
}

/** Whether a point has a gap on both sides, so that no line reaches it. */
function isAlone(points: readonly Point[], i: number): boolean {
  return !isDrawable(points[i - 1]?.y) && !isDrawable(points[i + 1]?.y);
}

function uprightMark(
  { x, label }: { readonly x: number; readonly label: string },
  { domain: [low, high] }: Axis,
): Markish[] {
  const isLeft = x < (low + high) / 2;
  return [
    ruleX([x], { strokeOpacity: 0.6, strokeDasharray: "2 3" }),
    text([label], {
      x: [x],
      frameAnchor: "top",
      text: [label],
      textAnchor: isLeft ? "start" : "end",
      lineAnchor: "bottom",
      dx: isLeft ? 4 : -4,
      dy: -3,
    }),
  ];
}
