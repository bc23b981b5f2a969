import { zip } from "../../entries.ts";
import type { Axis } from "./axis.ts";
import { type Frame, pixelY } from "./frame.ts";
import { isDrawable, type Point } from "./point.ts";
import { seriesStyle } from "./series-style.ts";
import { shorten } from "./shorten.ts";
import { type SvgElement, svgElement } from "./svg-element.ts";

const swatch = 22;
const mostCharacters = 22;

/** The width that the names of curves need beside a chart. Without a browser, letter widths are estimated. */
export function legendWidth(names: readonly string[]): number {
  const widths = names.map((name) => {
    let width = 0;
    // Letters of East Asian scripts are about twice as wide.
    for (const character of shorten(name, mostCharacters)) width += character >= "\u2E80" ? 12.5 : 7;
    return width;
  });
  return Math.ceil(10 + swatch + 5 + Math.max(0, ...widths));
}

/** The names of curves, each beside the end of its curve, with a sample of its line. */
export function legend(
  series: readonly { readonly name: string; readonly points: readonly Point[]; readonly faint?: boolean }[],
  axis: Axis,
  frame: Frame,
): SvgElement {
  const { width, height, right, top, bottom } = frame;
  const ends = series.map(({ points }) => {
    const last = points.findLast((point) => isDrawable(point.y));
    // A curve without points is named at the bottom.
    return last === undefined ? height - bottom : pixelY(axis, frame, last.y);
  });
  const places = spread(ends, 16, top, height - bottom);
  const from = width - right + 10;
  return svgElement(
    "g",
    { "text-anchor": "start" },
    ...zip(series, places).map(([{ name, faint }, y], i) => {
      const { colour, dash } = seriesStyle(i);
      return svgElement(
        "g",
        {},
        svgElement("line", {
          x1: from,
          x2: from + swatch,
          y1: y,
          y2: y,
          stroke: colour,
          "stroke-width": faint ? 1 : 2,
          "stroke-dasharray": faint ? undefined : dash,
        }),
        svgElement(
          "text",
          { x: from + swatch + 5, y, dy: "0.32em", fill: colour },
          shorten(name, mostCharacters),
        ),
        svgElement("title", {}, name),
      );
    }),
  );
}

/**
 * Moves labels apart that would overlap: each gets a place at least `gap` from its neighbours, in the order of where
 * they want to be, as near to that as the room from `low` to `high` allows.
 */
export function spread(wanted: readonly number[], gap: number, low: number, high: number): number[] {
  const labels = wanted.map((place) => ({ place }));
  const inOrder = labels.toSorted((a, b) => a.place - b.place);
  let next = low;
  for (const label of inOrder) {
    label.place = Math.max(next, label.place);
    next = label.place + gap;
  }
  let last = Math.max(high, low + gap * (labels.length - 1));
  for (const label of inOrder.toReversed()) {
    label.place = Math.min(label.place, last);
    last = label.place - gap;
  }
  return labels.map(({ place }) => place);
}
