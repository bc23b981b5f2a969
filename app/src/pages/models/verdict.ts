import type { Difference } from "../../../../src/review/api.ts";

/** A difference with its sign (+, − or ±). */
export function signed(value: number): string {
  const text = Math.abs(value).toFixed(1);
  if (text === "0.0") return "±0.0";
  return `${value > 0 ? "+" : "−"}${text}`;
}

/** A difference in words: its size, its interval if there is one, and whether it may be chance. */
export function verdict({ difference, low, high, p }: Difference): string {
  const interval =
    low === undefined || high === undefined ? "" : ` (95 %: ${signed(low)} to ${signed(high)})`;
  const size = `${signed(difference)} points${interval}`;
  if (p === undefined) return `${size}.`;
  const chance = p < 0.001 ? "p < 0.001" : `p = ${p.toFixed(3)}`;
  if (p < 0.05)
    return `${size}, ${difference > 0 ? "significantly better" : "significantly worse"} (${chance}).`;
  return `${size}; luck alone could make such a difference (${chance}).`;
}
