import { counted, percent } from "../../format.ts";
import type { Html } from "../../report/index.ts";
import { svgElement, svgSource } from "../../report/index.ts";
import type { Estimate } from "../summary.ts";
import { percentInterval, roughly } from "./numbers.ts";

/** The labelled share of the entities as a bar, whose empty end is what is missing; a thin line spans the interval. */
export function completenessBar(estimate: Estimate, { isLarge = false } = {}): Html {
  const { labelled, missing, completeness } = estimate;
  const [width, height] = isLarge ? [720, 26] : [150, 14];
  const pixel = (share: number) => Math.min(1, Math.max(0, Number.isFinite(share) ? share : 0)) * width;
  const end = pixel(completeness.value);
  const middle = height / 2;
  const said = `${percent(completeness.value)} labelled (${percentInterval(completeness)})`;
  const svg = svgElement(
    "svg",
    {
      class: isLarge ? "completeness large" : "completeness",
      role: "img",
      "aria-label": said,
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      "font-family": "system-ui, sans-serif",
      "font-size": 13,
    },
    svgElement("title", {}, said),
    svgElement("rect", { x: 0.5, y: 0.5, width: width - 1, height: height - 1, class: "missing" }),
    svgElement("rect", { x: 0, y: 0, width: end, height, class: "labelled" }),
    svgElement("line", {
      x1: pixel(completeness.low),
      x2: pixel(completeness.high),
      y1: isLarge ? height - 4 : middle,
      y2: isLarge ? height - 4 : middle,
      class: "interval",
    }),
  );
  if (isLarge) {
    svg.append(...words(`${counted(labelled, "entity", "entities")} labelled`, 10, end, "on-labelled"));
    svg.append(...words(`≈ ${roughly(missing.value)} missing`, end + 10, width, "on-missing"));
  }
  return svgSource(svg);
}

/** Text in a part of the bar, if there is room for it. */
function words(text: string, from: number, to: number, kind: string) {
  if (to - from < text.length * 8) return [];
  return [svgElement("text", { x: from, y: 13, dy: "0.25em", class: kind }, text)];
}
