import type { CurvePoint } from "../../../src/review/api.ts";
import { ticks } from "./ticks.ts";

interface Series {
  readonly name: string;
  readonly points: readonly CurvePoint[];
}

interface Props {
  readonly title: string;
  readonly series: readonly Series[];
  readonly xLabel: string;
  /** The lowest and highest value shown; from the data if absent. */
  readonly range?: readonly [number, number];
}

const [width, height] = [520, 220];
const box = { left: 44, right: 12, top: 12, bottom: 34 };

/** Curves over steps or epochs. */
export function LineChart({ title, series, xLabel, range }: Props) {
  const all = series.flatMap(({ points }) => points).filter(({ y }) => Number.isFinite(y));
  if (all.length === 0) return null;
  const xs = all.map(({ x }) => x);
  const ys = all.map(({ y }) => y);
  const [x0, x1] = spread(Math.min(...xs), Math.max(...xs));
  const [y0, y1] = range ?? spread(Math.min(0, ...ys), Math.max(...ys) * 1.05);
  const left = (x: number) => box.left + ((x - x0) / (x1 - x0)) * (width - box.left - box.right);
  const top = (y: number) => height - box.bottom - ((y - y0) / (y1 - y0)) * (height - box.top - box.bottom);
  const path = (points: readonly CurvePoint[]) =>
    points
      .filter(({ y }) => Number.isFinite(y))
      .map(({ x, y }, i) => `${i === 0 ? "M" : "L"}${left(x).toFixed(1)} ${top(y).toFixed(1)}`)
      .join("");
  return (
    <figure class="chart">
      <figcaption>
        <strong>{title}</strong>
        {series.length > 1 && (
          <span class="legend">
            {series.map(({ name }, i) => (
              <span key={name} class={`legend-item colour-${(i % 8) + 1}`}>
                {name}
              </span>
            ))}
          </span>
        )}
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${title}, by ${xLabel}`}>
        {ticks(y0, y1, 4).map((y) => (
          <g key={y}>
            <line class="grid" x1={box.left} x2={width - box.right} y1={top(y)} y2={top(y)} />
            <text class="tick" x={box.left - 6} y={top(y)} dy="0.32em" text-anchor="end">
              {y.toLocaleString("en")}
            </text>
          </g>
        ))}
        {ticks(x0, x1, 6).map((x) => (
          <text key={x} class="tick" x={left(x)} y={height - box.bottom + 14} text-anchor="middle">
            {x.toLocaleString("en")}
          </text>
        ))}
        <text class="tick" x={width - box.right} y={height - 4} text-anchor="end">
          {xLabel}
        </text>
        {series.map(({ name, points }, i) => (
          <g key={name} class={`colour-${(i % 8) + 1}`}>
            <path class="curve" d={path(points)} />
            {points.length <= 30 &&
              points.map(({ x, y }) => (
                <circle key={x} class="dot" cx={left(x)} cy={top(y)} r="3">
                  <title>{`${name}: ${y.toLocaleString("en", { maximumSignificantDigits: 4 })} at ${x}`}</title>
                </circle>
              ))}
          </g>
        ))}
      </svg>
    </figure>
  );
}

/** A range that is not empty. */
function spread(low: number, high: number): [number, number] {
  return high > low ? [low, high] : [low - 0.5, low + 0.5];
}
