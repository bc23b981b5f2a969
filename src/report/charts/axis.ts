import { formatNumber } from "../../format.ts";

/** One axis of a chart: its domain, its ticks, and how numbers on it are written. */
export interface Axis {
  readonly domain: readonly [number, number];
  readonly ticks: readonly number[];
  format(tick: number): string;
}

/** A tick at a given value, with its own text. */
export interface FixedTick {
  readonly value: number;
  readonly text: string;
}

export interface AxisOptions {
  /** The least range of the axis; the numbers may widen it. */
  readonly domain?: readonly [number, number];
  /** Ticks at whole numbers only. */
  readonly whole?: boolean;
  /** Whether the axis is widened to end at ticks. */
  readonly nice?: boolean;
  /** About how many ticks. */
  readonly count?: number;
  /** These ticks, as far as they lie on the axis, in place of evenly spaced ones. */
  readonly fixed?: readonly FixedTick[];
}

/** Lays out an axis for some finite numbers: ticks are 1, 2 or 5 times a power of ten apart. */
export function layAxis(
  values: readonly number[],
  { domain, whole, nice, count = 6, fixed }: AxisOptions = {},
): Axis {
  let low = domain?.[0] ?? Number.POSITIVE_INFINITY;
  let high = domain?.[1] ?? Number.NEGATIVE_INFINITY;
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) [low, high] = [0, 1];
  // A single number, or numbers that differ in their last digits only, would give the axis no length.
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (high - low < Math.max(size * 1e-9, whole ? 1e-3 : 1e-100)) {
    const room = whole ? Math.max(0.5, size * 1e-6) : size < 1e-90 ? 1 : size / 10;
    [low, high] = [low - room, high + room];
  }
  if (fixed !== undefined) {
    const on = fixed.filter(({ value }) => value >= low && value <= high);
    const texts = new Map(on.map(({ value, text }) => [value, text]));
    return { domain: [low, high], ticks: [...texts.keys()], format: (tick) => texts.get(tick) ?? "" };
  }
  const step = tickStep((high - low) / count, whole);
  if (nice) [low, high] = [Math.floor(low / step + 1e-9) * step, Math.ceil(high / step - 1e-9) * step];
  const ticks = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++) ticks.push(i * step);
  return { domain: [low, high], ticks, format: (tick) => formatTick(tick, step) };
}

function tickStep(least: number, whole = false): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= least * (1 - 1e-9)) ?? 10);
  return whole ? Math.max(1, Math.round(step)) : step;
}

/** As many decimals as the tick distance needs. */
function formatTick(tick: number, step: number): string {
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return decimals > 6 || Math.abs(tick) >= 1e9 ? formatNumber(tick) : formatNumber(tick, decimals);
}
