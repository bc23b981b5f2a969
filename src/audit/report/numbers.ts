import { formatNumber } from "../../report/index.ts";
import type { Interval } from "../summary.ts";
/** Writes an estimated count to two digits, which is as sure as it is: 9,213 is about 9,200. */
export function roughly(value: number): string {
  if (!Number.isFinite(value)) return "–";
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1);
  return formatNumber(Math.round(value / step) * step);
}

/** Writes a share from 0 to 1 in whole percent. */
export function percent(share: number): string {
  if (share > 0.995 && share < 1) return "> 99 %";
  if (share > 0 && share < 0.005) return "< 1 %";
  return Number.isFinite(share) ? `${Math.round(share * 100)} %` : "–";
}

/** An estimated count with its interval. */
export const countInterval = ({ low, high }: Interval): string =>
  `${formatNumber(Math.round(low))} – ${formatNumber(Math.round(high))}`;

/** A share with its interval. */
export const percentInterval = ({ low, high }: Interval): string => `${percent(low)} – ${percent(high)}`;

/** A number with its noun, which takes an s for all but one. */
export const counted = (number: number, noun: string, plural = `${noun}s`): string =>
  `${formatNumber(Math.round(number))} ${Math.round(number) === 1 ? noun : plural}`;
