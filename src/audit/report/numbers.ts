import { formatNumber, percent } from "../../format.ts";
import type { Interval } from "../summary.ts";

/** Rounds an estimated count to two digits, its precision: 9,213 is about 9,200. */
export function roughly(value: number): string {
  if (!Number.isFinite(value)) return "–";
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1);
  return formatNumber(Math.round(value / step) * step);
}

/** An estimated count with its interval. */
export const countInterval = ({ low, high }: Interval): string =>
  `${formatNumber(Math.round(low))} – ${formatNumber(Math.round(high))}`;

/** A share with its interval. */
export const percentInterval = ({ low, high }: Interval): string => `${percent(low)} – ${percent(high)}`;
