import { formatNumber } from "../../../../src/format.ts";
import { layAxis } from "../../../../src/report/charts/axis.ts";
import { type Frame, pixelX, pixelY } from "../../../../src/report/charts/frame.ts";
import { isDrawable } from "../../../../src/report/charts/point.ts";
import type { CurvePoint } from "../../../../src/review/api.ts";

interface Series {
  readonly name: string;
  readonly points: readonly CurvePoint[];
}

interface Props {
  readonly title: string;
  readonly series: readonly Series[];
  readonly xLabel: string;
}

const frame: Frame = { width: 520, height: 220, left: 44, right: 12, top: 12, bottom: 34 };

/**
 * Curves over steps or epochs, redrawn while a run goes on. The axes are those of the charts in reports; those charts
 * are written to a file once, by a library several times as large as this app.
 */
export function LineChart({ title, series, xLabel }: Props) {
  const drawn = series.map(({ name, points }) => ({ name, points: points.filter(({ y }) => isDrawable(y)) }));
  const all = drawn.flatMap(({ points }) => points);
  if (all.length === 0) return null;
  const { width, height, left, right, bottom } = frame;
  const xAxis = layAxis(
    all.map(({ x }) => x),
    { whole: true },
  );
  const yAxis = layAxis(
    all.map(({ y }) => y),
    { domain: [0, 0], nice: true, count: 4 },
  );
  const pixels = ({ x, y }: CurvePoint) => ({ x: pixelX(xAxis, frame, x), y: pixelY(yAxis, frame, y) });
  const path = (points: readonly CurvePoint[]) =>
    points
      .map(pixels)
      .map(({ x, y }, i) => `${i === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`)
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
        {yAxis.ticks.map((y) => {
          const top = pixelY(yAxis, frame, y);
          return (
            <g key={y}>
              <line class="grid" x1={left} x2={width - right} y1={top} y2={top} />
              <text class="tick" x={left - 6} y={top} dy="0.32em" text-anchor="end">
                {yAxis.format(y)}
              </text>
            </g>
          );
        })}
        {xAxis.ticks.map((x) => (
          <text
            key={x}
            class="tick"
            x={pixelX(xAxis, frame, x)}
            y={height - bottom + 14}
            text-anchor="middle"
          >
            {xAxis.format(x)}
          </text>
        ))}
        <text class="tick" x={width - right} y={height - 4} text-anchor="end">
          {xLabel}
        </text>
        {drawn.map(({ name, points }, i) => (
          <g key={name} class={`colour-${(i % 8) + 1}`}>
            <path class="curve" d={path(points)} />
            {points.length <= 30 &&
              points.map((point) => (
                <circle key={point.x} class="dot" cx={pixels(point).x} cy={pixels(point).y} r="3">
                  <title>{`${name}: ${formatNumber(point.y)} at ${formatNumber(point.x)}`}</title>
                </circle>
              ))}
          </g>
        ))}
      </svg>
    </figure>
  );
}
