import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { MapPoint } from "../../../../src/review/api.ts";
import { drawMap } from "./draw-map.ts";
import { fitView, type MapView, nearestPoint, type Size, toScreen, zoomAt } from "./map-view.ts";
import { PointCard } from "./point-card.tsx";

interface Props {
  readonly points: readonly MapPoint[];
  readonly hidden: ReadonlySet<string>;
  readonly labels: readonly string[];
}

const first: Size = { width: 0, height: 0 };

/** The map itself: wheel zooms, dragging moves, hovering or the arrow keys show the sentence of a point. */
export function MapCanvas({ points, hidden, labels }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState(first);
  const [moved, setMoved] = useState<MapView>();
  const [chosen, setChosen] = useState(-1);
  const held = useRef<{ x: number; y: number } | undefined>(undefined);
  const view = useMemo(() => moved ?? fitView(points, size), [moved, points, size]);
  const isShown = (i: number) => !hidden.has(points[i]!.label);

  useLayoutEffect(() => {
    const measure = () => setSize({ width: frame.current!.clientWidth, height: frame.current!.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(frame.current!);
    measure();
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const draw = () => drawMap(canvas.current!, points, view, size, { chosen, labels, isShown });
    draw();
    // The colours change with the theme.
    const observer = new MutationObserver(draw);
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    return () => observer.disconnect();
  });

  const place = (event: MouseEvent) => ({ x: event.offsetX, y: event.offsetY });
  const zoom = (by: number, at = { x: size.width / 2, y: size.height / 2 }) => setMoved(zoomAt(view, by, at));
  const order = useMemo(() => points.map((_, i) => i).sort((a, b) => points[a]!.x - points[b]!.x), [points]);
  const step = (by: number) => {
    const shown = order.filter(isShown);
    const at = shown.indexOf(chosen);
    setChosen(shown[(at + by + shown.length) % shown.length] ?? -1);
  };
  const point = points[chosen];
  return (
    <div class="map" ref={frame}>
      <canvas
        ref={canvas}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its points can be visited by the arrow keys
        tabIndex={0}
        role="img"
        aria-label={`${points.length} spans by likeness; the arrow keys go from one to the next`}
        style={{ width: `${size.width}px`, height: `${size.height}px` }}
        onWheel={(event) => {
          event.preventDefault();
          zoom(Math.exp(-event.deltaY / 400), place(event));
        }}
        onPointerDown={(event) => {
          held.current = place(event);
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={(event) => {
          const at = place(event);
          if (held.current === undefined) return setChosen(nearestPoint(points, view, at, 14, isShown));
          setMoved({
            ...view,
            left: view.left + at.x - held.current.x,
            top: view.top + at.y - held.current.y,
          });
          held.current = at;
        }}
        onPointerUp={() => {
          held.current = undefined;
        }}
        onKeyDown={(event) => {
          if (event.key === "ArrowRight") step(1);
          else if (event.key === "ArrowLeft") step(-1);
          else if (event.key === "+") zoom(1.3);
          else if (event.key === "-") zoom(1 / 1.3);
          else if (event.key === "0") setMoved(undefined);
          else return;
          event.preventDefault();
        }}
      />
      {point !== undefined && (
        <PointCard point={point} labels={labels} at={toScreen(view, point)} size={size} />
      )}
      <div class="map-tools">
        <button type="button" class="icon-button" aria-label="Zoom in" onClick={() => zoom(1.4)}>
          +
        </button>
        <button type="button" class="icon-button" aria-label="Zoom out" onClick={() => zoom(1 / 1.4)}>
          −
        </button>
        <button type="button" class="button plain" onClick={() => setMoved(undefined)}>
          All
        </button>
      </div>
    </div>
  );
}
