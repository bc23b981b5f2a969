import { formatNumber } from "../../format.ts";
import { type Html, html } from "../html.ts";
import { isDrawable, type Point } from "./point.ts";
import { shorten } from "./shorten.ts";
import { type SvgElement, svgElement, svgSource } from "./svg-element.ts";

interface PointMapOptions {
  /** The chart in words, for screen readers. */
  readonly description: string;
  readonly groups: readonly { readonly name: string; readonly points: readonly Point[] }[];
  readonly width?: number;
  readonly height?: number;
}

const colours = 6;
const names = 130;
const margin = 8;
const size = 3;

/** Points in a plane without meaningful axes, such as a t-SNE map: a colour and a shape for each group. */
export function pointMap({ description, groups, width = 560, height = 360 }: PointMapOptions): Html {
  const known = groups.map((group) => ({
    ...group,
    points: group.points.filter(({ x, y }) => isDrawable(x) && isDrawable(y)),
  }));
  const all = known.flatMap(({ points }) => points);
  if (all.length === 0) return html`<p class="empty">There are no points to draw.</p>`;
  const place = placing(all, width - names, height);
  const svg = svgElement("svg", {
    class: "chart",
    role: "img",
    "aria-label": description,
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    "font-family": "system-ui, sans-serif",
    "font-size": 12,
    fill: "currentColor",
  });
  known.forEach(({ name, points }, i) => {
    const group = svgElement("g", { fill: colourOf(i), "fill-opacity": 0.75 });
    for (const point of points) {
      const [x, y] = place(point);
      group.append(
        mark(i, x, y, point.title ?? `${name}: ${formatNumber(point.x)}, ${formatNumber(point.y)}`),
      );
    }
    svg.append(group);
    const line = margin + 8 + i * 18;
    svg.append(
      svgElement("g", { fill: colourOf(i) }, mark(i, width - names + 12, line, name)),
      svgElement("text", { x: width - names + 22, y: line, dy: "0.32em" }, shorten(name, 16)),
    );
  });
  return svgSource(svg);
}

/** Scales both directions alike, so that distances are preserved. */
function placing(points: readonly Point[], width: number, height: number) {
  const range = (of: (point: Point) => number) => {
    const values = points.map(of);
    return [Math.min(...values), Math.max(...values)] as const;
  };
  const [[left, right], [low, high]] = [range(({ x }) => x), range(({ y }) => y)];
  const room = Math.min(
    (width - 2 * margin) / Math.max(right - left, 1e-9),
    (height - 2 * margin) / Math.max(high - low, 1e-9),
  );
  return ({ x, y }: Point): readonly [number, number] => [
    Math.round(10 * (width / 2 + (x - (left + right) / 2) * room)) / 10,
    Math.round(10 * (height / 2 - (y - (low + high) / 2) * room)) / 10,
  ];
}

const colourOf = (index: number) => `var(--series-${(index % colours) + 1})`;

/** Circles, squares, diamonds: neighbouring groups differ in shape too, for readers who cannot tell colours apart. */
function mark(index: number, x: number, y: number, title: string): SvgElement {
  const shape = index % 3;
  const attributes: Readonly<Record<string, string | number>> =
    shape === 0
      ? { cx: x, cy: y, r: size }
      : {
          x: x - size,
          y: y - size,
          width: 2 * size,
          height: 2 * size,
          ...(shape === 2 && { transform: `rotate(45 ${x} ${y})` }),
        };
  return svgElement(shape === 0 ? "circle" : "rect", attributes, svgElement("title", {}, title));
}
