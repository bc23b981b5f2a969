import type { Counts, PrecisionSoFar } from "../api.ts";

/** The 0.975 quantile of the normal distribution. */
const Z = 1.959963984540054;

/**
 * The share of decided suggestions that were right as suggested, with its 95 % interval:
 *
 *     (p + z²/2n ± z·√(p(1−p)/n + z²/4n²)) / (1 + z²/n)
 *
 * (Wilson's interval, which also holds for few decisions and near 0 and 1). A suggestion that had to be changed counts as
 * wrong. It describes what was reviewed so far: reviewing the most probable first gives a higher share than all would have.
 */
export function precisionSoFar({ accepted, rejected, changed }: Counts): PrecisionSoFar {
  const n = accepted + rejected + changed;
  if (n === 0) return { estimate: null, low: 0, high: 1 };
  const p = accepted / n;
  const square = Z ** 2 / n;
  const middle = p + square / 2;
  const room = Z * Math.sqrt((p * (1 - p)) / n + square / (4 * n));
  return {
    estimate: p,
    low: Math.max(0, (middle - room) / (1 + square)),
    high: Math.min(1, (middle + room) / (1 + square)),
  };
}
