import { axisX, axisY, gridY, type Markish, plot } from "@observablehq/plot";
import type { Axis } from "./axis.ts";
import type { Frame } from "./frame.ts";
import { chartDocument, type SvgElement } from "./svg-element.ts";

interface ChartParts {
  /** The chart in words, for screen readers. */
  readonly description: string;
  readonly frame: Frame;
  readonly x: Axis & { readonly label: string };
  readonly y: Axis & { readonly label: string; readonly unit: string };
  readonly marks: readonly Markish[];
}

/** Draws axes and marks, without anything that would differ between two runs or that the page's content security policy forbids. */
export function drawChart({ description, frame, x, y, marks }: ChartParts): SvgElement {
  const { width, height, left, right, top, bottom } = frame;
  const svg = plot({
    document: chartDocument as never,
    width,
    height,
    marginLeft: left,
    marginRight: right,
    marginTop: top,
    marginBottom: bottom,
    x: { type: "linear", domain: x.domain },
    y: { type: "linear", domain: y.domain },
    marks: [
      gridY(y.ticks, { strokeOpacity: 0.13 }),
      axisY(y.ticks, {
        label: y.label,
        labelArrow: "none",
        tickSize: 0,
        tickFormat: (tick: number) => y.format(tick) + y.unit,
      }),
      axisX(x.ticks, {
        label: x.label,
        labelAnchor: "center",
        labelArrow: "none",
        tickFormat: (tick: number) => x.format(tick),
      }),
      ...marks,
    ],
  } as never) as unknown as SvgElement;
  // The page's style sheet contains Plot's: the policy allows no other.
  svg.querySelector("style")?.remove();
  for (const [name, value] of [
    ["class", "chart"],
    ["role", "img"],
    ["aria-label", description],
    ["font-size", "12"],
  ] as const) {
    svg.setAttribute(name, value);
  }
  return svg;
}
