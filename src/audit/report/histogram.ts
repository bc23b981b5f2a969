import { rect } from "@observablehq/plot";
import { formatNumber } from "../../format.ts";
import {
  type Axis,
  defaultFrame,
  drawChart,
  type Html,
  html,
  layAxis,
  pixelX,
  seriesStyle,
  svgElement,
  svgSource,
} from "../../report/index.ts";
import type { AuditSummary } from "../summary.ts";
import { formatScore, scorePlace, scoreTicks } from "./score-axis.ts";

interface Bar {
  /** The range of scores. */
  readonly low: number;
  readonly high: number;
  /** Its position on the axis. */
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly title: string;
}

const names = ["labelled", "not labelled"];

/**
 * A histogram of scores, labelled and unlabelled spans side by side. There are far more spans that nobody would take for
 * an entity than all others together: bars too high for the chart are cut, and the highest shows its number.
 */
export function histogram({ edges, labelled, unlabelled }: AuditSummary["histogram"]): Html {
  if (Math.max(0, ...labelled, ...unlabelled) === 0)
    return html`<p class="empty">There are no numbers to draw.</p>`;
  const sides = [labelled, unlabelled].map((counts, side) => sideBars(edges, counts, side));
  const y = layAxis([0, highest(sides)], { nice: true });
  const x = layAxis(shownPlaces(sides), { fixed: scoreTicks });
  const frame = { ...defaultFrame, right: 110 };
  const most = y.domain[1];
  const svg = drawChart({
    description: "Number of spans by score, labelled and not labelled",
    frame,
    x: { ...x, label: "score of the model" },
    y: { ...y, label: "spans", unit: "" },
    marks: sides.map((bars, side) =>
      rect(barsOn(x, bars), {
        x1: "from",
        x2: "to",
        y1: 0,
        y2: ({ count }: Bar) => Math.min(count, most),
        fill: seriesStyle(side).colour,
        title: "title",
      }),
    ),
  });
  const tallest = sides.flat().reduce((a, b) => (b.count > a.count ? b : a));
  if (tallest.count > most) {
    const place = { x: pixelX(x, frame, tallest.from), y: frame.top, dy: "-0.4em", "text-anchor": "start" };
    svg.append(svgElement("text", place, `↑ ${formatNumber(tallest.count)}`));
  }
  names.forEach((name, side) => {
    const [left, middle] = [frame.width - 95, frame.top + 10 + side * 20];
    const { colour } = seriesStyle(side);
    svg.append(
      svgElement("rect", { x: left, y: middle - 6, width: 12, height: 12, fill: colour }),
      svgElement(
        "text",
        { x: left + 18, y: middle, dy: "0.32em", fill: colour, "text-anchor": "start" },
        name,
      ),
    );
  });
  return svgSource(svg);
}

function sideBars(edges: readonly number[], counts: readonly number[], side: number): Bar[] {
  return counts.map((count, i) => {
    const [low, high] = [edges[i]!, edges[i + 1]!];
    const [left, right] = [scorePlace(low), scorePlace(high)];
    const width = (right - left) * 0.42;
    const from = left + (right - left) * 0.08 + side * width;
    const title = `${names[side]}, score ${formatScore(low)} to ${formatScore(high)}: ${formatNumber(count)}`;
    return { low, high, from, to: from + width, count, title };
  });
}

function barsOn({ domain: [left, right] }: Axis, bars: readonly Bar[]): Bar[] {
  return bars.filter(({ from, to }) => from >= left && to <= right);
}

/** From the first bar that is not empty to the last one. */
function shownPlaces(sides: readonly (readonly Bar[])[]): number[] {
  return sides
    .flat()
    .flatMap(({ low, high, count }) => (count === 0 ? [] : [scorePlace(low), scorePlace(high)]));
}

/** The axis fits the labelled bars and those in the upper half of the scores; only a few others may be higher. */
function highest([labelled, unlabelled]: readonly (readonly Bar[])[]): number {
  const all = Math.max(...[...labelled!, ...unlabelled!].map(({ count }) => count));
  const mattering = [...labelled!, ...unlabelled!.filter(({ low }) => low >= 0.5)];
  const most = Math.max(...mattering.map(({ count }) => count));
  return most === 0 || all <= 2 * most ? all : most;
}
