import type { MapPoint } from "../../../../src/review/api.ts";
import { colourOf } from "../../sentence/label-colour.ts";
import { type MapView, type Size, toScreen } from "./map-view.ts";

/** Draws the points that are not hidden; the one under the mouse last and larger. */
export function drawMap(
  canvas: HTMLCanvasElement,
  points: readonly MapPoint[],
  view: MapView,
  { width, height }: Size,
  options: {
    readonly chosen: number;
    readonly labels: readonly string[];
    readonly isShown: (i: number) => boolean;
  },
): void {
  const ratio = devicePixelRatio;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const pen = canvas.getContext("2d")!;
  pen.scale(ratio, ratio);
  const style = getComputedStyle(canvas);
  const resolved = new Map<string, string>();
  const colour = (label: string) => {
    const name = colourOf(options.labels, label);
    const known = resolved.get(name) ?? style.getPropertyValue(name.slice(4, -1)).trim();
    resolved.set(name, known);
    return known;
  };
  const dot = (point: MapPoint, radius: number) => {
    const { x, y } = toScreen(view, point);
    pen.beginPath();
    pen.arc(x, y, radius, 0, 2 * Math.PI);
  };
  pen.lineWidth = 1.5;
  for (const [i, point] of points.entries()) {
    if (!options.isShown(i)) continue;
    pen.fillStyle = pen.strokeStyle = colour(point.label);
    if (point.suggestion === undefined) {
      pen.globalAlpha = 0.6;
      dot(point, 3);
      pen.fill();
    } else {
      pen.globalAlpha = 1;
      dot(point, 4);
      pen.stroke();
    }
  }
  const chosen = points[options.chosen];
  if (chosen === undefined) return;
  pen.globalAlpha = 1;
  pen.fillStyle = colour(chosen.label);
  pen.strokeStyle = style.getPropertyValue("--text").trim();
  pen.lineWidth = 2;
  dot(chosen, 7);
  pen.fill();
  pen.stroke();
}
