/** `⌈rate·count⌉`. 0.55 · 100 is 55.000000000000007 in floating point; that must not become 56. */
export function ceilProduct(rate: number, count: number): number {
  return Math.max(0, Math.ceil(rate * count - 1e-9));
}
