import { formatNumber } from "../../format.ts";
import { type Html, html } from "../html.ts";
import { isDrawable } from "./point.ts";
import { shorten } from "./shorten.ts";
import { svgElement, svgSource } from "./svg-element.ts";

export interface Bar {
  readonly name: string;
  readonly value: number;
}

export interface BarsOptions {
  /** What is shown, in words: said to those who cannot see it. */
  readonly description: string;
  readonly bars: readonly Bar[];
  /** `percent`: the numbers are in percent (85 is 85 %). */
  readonly percent?: boolean;
  readonly width?: number;
}

const row = 24;
const names = 150;
const numbers = 80;

/** Amounts by name, one below the other and each with its number written beside it; they start at 0. */
export function bars({ description, bars: list, percent = false, width = 560 }: BarsOptions): Html {
  if (list.length === 0) return html`<p class="empty">There are no numbers to draw.</p>`;
  const values = list.map(({ value }) => (isDrawable(value) ? value : 0));
  const from = Math.min(0, ...values);
  // Where all is 0, any length will do.
  const length = Math.max(0, ...values) - from || 1;
  const pixel = (value: number): number => names + ((value - from) / length) * (width - names - numbers);
  const svg = svgElement("svg", {
    class: "chart",
    role: "img",
    "aria-label": description,
    viewBox: `0 0 ${width} ${list.length * row}`,
    width,
    height: list.length * row,
    "font-family": "system-ui, sans-serif",
    "font-size": 12,
    fill: "currentColor",
  });
  list.forEach(({ name, value }, i) => {
    const middle = (i + 0.5) * row;
    const [start, end] = [pixel(Math.min(0, values[i]!)), pixel(Math.max(0, values[i]!))];
    const label = `${formatNumber(value)}${percent && isDrawable(value) ? " %" : ""}`;
    svg.append(
      svgElement(
        "g",
        {},
        svgElement("title", {}, `${name}: ${label}`),
        svgElement(
          "text",
          { x: names - 8, y: middle, dy: "0.32em", "text-anchor": "end" },
          shorten(name, 20),
        ),
        svgElement("rect", {
          x: start,
          y: middle - row / 2 + 3,
          width: end - start,
          height: row - 6,
          fill: "var(--series-1)",
        }),
        svgElement("text", { x: end + 6, y: middle, dy: "0.32em" }, label),
      ),
    );
  });
  return svgSource(svg);
}
