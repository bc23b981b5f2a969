import type { CurvePoint } from "../../../../src/review/api.ts";

/** How points of the map are drawn on the screen: `screen = point · scale + shift`, with y upwards on the map. */
export interface MapView {
  readonly scale: number;
  readonly left: number;
  readonly top: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A view of all points, with a margin, without distortion. */
export function fitView(points: readonly CurvePoint[], { width, height }: Size, margin = 28): MapView {
  if (points.length === 0) return { scale: 1, left: width / 2, top: height / 2 };
  let [x0, x1, y0, y1] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of points) {
    [x0, x1] = [Math.min(x0, x), Math.max(x1, x)];
    [y0, y1] = [Math.min(y0, y), Math.max(y1, y)];
  }
  const scale = Math.min(
    (width - 2 * margin) / Math.max(x1 - x0, 1e-9),
    (height - 2 * margin) / Math.max(y1 - y0, 1e-9),
  );
  return { scale, left: width / 2 - (scale * (x0 + x1)) / 2, top: height / 2 + (scale * (y0 + y1)) / 2 };
}

export function toScreen({ scale, left, top }: MapView, { x, y }: CurvePoint): CurvePoint {
  return { x: x * scale + left, y: top - y * scale };
}

/** Zooms around a point of the screen, such as the mouse. */
export function zoomAt(view: MapView, by: number, at: CurvePoint): MapView {
  return {
    scale: view.scale * by,
    left: at.x - (at.x - view.left) * by,
    top: at.y - (at.y - view.top) * by,
  };
}

/** The point nearest to a position on the screen, if one lies within reach; otherwise −1. */
export function nearestPoint(
  points: readonly CurvePoint[],
  view: MapView,
  at: CurvePoint,
  reach: number,
  isShown: (i: number) => boolean = () => true,
): number {
  let [best, distance] = [-1, reach * reach];
  for (const [i, point] of points.entries()) {
    if (!isShown(i)) continue;
    const { x, y } = toScreen(view, point);
    const far = (x - at.x) ** 2 + (y - at.y) ** 2;
    if (far <= distance) [best, distance] = [i, far];
  }
  return best;
}
