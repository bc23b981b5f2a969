import { axisX, axisY, gridY, type Markish, plot } from "@observablehq/plot";
import type { Axis } from "./axis.ts";
import { chartDocument, type SvgElement } from "./svg-element.ts";

/** Where the frame of a chart lies in it, in pixels. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface ChartParts {
  /** The chart in words, for those who cannot see it. */
  readonly description: string;
  readonly frame: Frame;
  readonly x: Axis & { readonly label: string };
  readonly y: Axis & { readonly label: string; readonly unit: string };
  readonly marks: readonly Markish[];
}

/** The default size: two fit side by side on a page. */
export const defaultFrame: Frame = { width: 560, height: 300, left: 56, right: 16, top: 40, bottom: 44 };

/** Draws axes and marks, without anything that would differ between two runs or that a page's policy forbids. */
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
  // Plot's own style sheet is part of the page's: a page allows no other.
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

/** Where a number lies, in pixels. */
export function pixelX({ domain: [low, high] }: Axis, { width, left, right }: Frame, value: number): number {
  return left + ((value - low) / (high - low)) * (width - left - right);
}

/** Where a number lies, in pixels from the top. */
export function pixelY({ domain: [low, high] }: Axis, { height, top, bottom }: Frame, value: number): number {
  return height - bottom - ((value - low) / (high - low)) * (height - top - bottom);
}
